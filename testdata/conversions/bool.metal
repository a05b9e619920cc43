// Any value but zero is true; true is 1.
// RUN: bool_test --grid 1 --group 1 --buffer 0=float:0.25,0,-0 --buffer 1=int:zeros(5)
//      --expect 1=int:1,0,0,2,1

#include <metal_stdlib>
using namespace metal;

kernel void bool_test(device const float* in [[buffer(0)]], device int* out [[buffer(1)]])
{
    out[0] = bool(in[0]);
    out[1] = bool(in[1]);
    out[2] = in[2] ? 1 : 0;
    out[3] = true + true;
    out[4] = bool(256);
}
