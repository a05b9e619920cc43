// a * b + c rounds twice: (1 + 2^-12)^2 - (1 + 2^-11) is 0, not the 2^-24 that fma finds.
// RUN: no_fusion --grid 1 --group 1 --buffer 0=float:1.000244140625,-1.00048828125 --buffer 1=float:zeros(2)
//      --expect 1=float:0,5.9604645e-08

#include <metal_stdlib>
using namespace metal;

kernel void no_fusion(device const float* in [[buffer(0)]], device float* out [[buffer(1)]])
{
    out[0] = in[0] * in[0] + in[1];
    out[1] = fma(in[0], in[0], in[1]);
}
