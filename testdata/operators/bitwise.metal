// 0b1100 and 0b1010 through all bit operations.
// RUN: bitwise --grid 1 --group 1 --buffer 0=uint:12,10 --buffer 1=uint:zeros(4)
//      --expect 1=uint:8,14,6,4294967283

#include <metal_stdlib>
using namespace metal;

kernel void bitwise(device const uint* in [[buffer(0)]], device uint* out [[buffer(1)]])
{
    out[0] = in[0] & in[1];
    out[1] = in[0] | in[1];
    out[2] = in[0] ^ in[1];
    out[3] = ~in[0];
}
