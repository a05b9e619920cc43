// + and - by element, * by a scalar from either side, compound forms.
// RUN: arithmetic --grid 1 --group 1 --buffer 0=float2:zeros(6)
//      --expect 0=float2:2,2,3,5,0,2,3,3,-2,-4,-6,-8

#include <metal_stdlib>
using namespace metal;

kernel void arithmetic(device float2* out [[buffer(0)]])
{
    float2x2 m = float2x2(1, 2, 3, 4);
    float2x2 sum = m + float2x2(1);
    float2x2 difference = m - float2x2(1);
    float2x2 scaled = 2.0f * m;
    scaled *= -1.0f;
    out[0] = sum[0];
    out[1] = sum[1];
    out[2] = difference[0];
    out[3] = difference[1];
    out[4] = scaled[0];
    out[5] = scaled[1];
}
