// Put together from bytes: 1.0f is 00 00 80 3f.
// RUN: float_at_odd_byte --grid 1 --group 1 --buffer 0=uchar:9,0,0,128,63,9,9,9 --buffer 1=float:zeros(1)
//      --expect 1=float:1

#include <metal_stdlib>
using namespace metal;

kernel void float_at_odd_byte(device const uchar* in [[buffer(0)]], device float* out [[buffer(1)]])
{
    out[0] = as_type<float>(uchar4(in[1], in[2], in[3], in[4]));
}
