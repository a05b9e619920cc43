// Bit operations by component; a shift count uses its low bits (5 for 32-bit elements).
// RUN: bitwise_and_shifts --grid 1 --group 1 --buffer 0=uint4:1,2,3,0xF0F0F0F0 --buffer 1=uint4:zeros(4)
//      --expect 1=uint4:2,4,6,3789677024,16,64,192,3789677024,1,0,1,0,4294967294,4294967293,4294967292,252645135

#include <metal_stdlib>
using namespace metal;

kernel void bitwise_and_shifts(device const uint4* in [[buffer(0)]], device uint4* out [[buffer(1)]])
{
    out[0] = in[0] << 1;
    out[1] = in[0] << uint4(4, 5, 6, 33);
    out[2] = in[0] & 1;
    out[3] = ~in[0];
}
