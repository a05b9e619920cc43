// The bits stay: 1.0f is 0x3f800000; two halves 1 and -2 make 0xc0003c00; 0xff is -1 as char.
// RUN: same_bits --grid 1 --group 1 --buffer 0=uint:zeros(4)
//      --expect 0=uint:0x3f800000,0xc0003c00,0x04030201,1065353216

#include <metal_stdlib>
using namespace metal;

kernel void same_bits(device uint* out [[buffer(0)]])
{
    out[0] = as_type<uint>(1.0f);
    out[1] = as_type<uint>(half2(1.0h, -2.0h));
    out[2] = as_type<uint>(uchar4(1, 2, 3, 4));
    out[3] = as_type<uint4>(float4(0, 1, 2, 3)).y;
}
