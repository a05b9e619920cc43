// Every spelling of a float literal; without a suffix it is a float, so sizeof is 4. 0x1p-3 is 1/8.
// RUN: floats --grid 1 --group 1 --buffer 0=float:zeros(7)
//      --expect 0=float:0.5,0.5,1500,0.0015,0.125,4,3.4028235e38

#include <metal_stdlib>
using namespace metal;

kernel void floats(device float* out [[buffer(0)]])
{
    out[0] = 0.5;
    out[1] = .5f;
    out[2] = 1.5e3;
    out[3] = 15e-4f;
    out[4] = 0x1p-3f;
    out[5] = sizeof(1.0);
    out[6] = 3.402823466e+38f;
}
