// Overflow, division by zero and subnormals as IEEE 754 has them.
// RUN: float_specials --grid 1 --group 1 --buffer 0=float:3e38,0,-1,1e-38,inf --buffer 1=float:zeros(5)
//      --expect 1=float:inf,-inf,nan,1.0000003e-39,nan

#include <metal_stdlib>
using namespace metal;

kernel void float_specials(device const float* in [[buffer(0)]], device float* out [[buffer(1)]])
{
    out[0] = in[0] * 2.0f;
    out[1] = in[2] / in[1];
    out[2] = in[1] / in[1];
    out[3] = in[3] * 0.1f;
    out[4] = in[4] - in[4];
}
