// NaN compares unequal to everything; -0 equals +0.
// RUN: float_comparisons --grid 1 --group 1 --buffer 0=float:nan,0,-0,inf --buffer 1=int:zeros(6)
//      --expect 1=int:0,1,1,0,0,1

#include <metal_stdlib>
using namespace metal;

kernel void float_comparisons(device const float* in [[buffer(0)]], device int* out [[buffer(1)]])
{
    out[0] = in[0] == in[0];
    out[1] = in[0] != in[0];
    out[2] = in[1] == in[2];
    out[3] = in[0] < in[3];
    out[4] = in[0] >= in[3];
    out[5] = in[3] > in[1];
}
