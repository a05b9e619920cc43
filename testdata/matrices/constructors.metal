// Columns, scalars in column order, and one scalar for the diagonal.
// RUN: constructors --grid 1 --group 1 --buffer 0=float2:zeros(6)
//      --expect 0=float2:1,2,3,4,1,2,3,4,5,0,0,5

#include <metal_stdlib>
using namespace metal;

kernel void constructors(device float2* out [[buffer(0)]])
{
    float2x2 a = float2x2(float2(1, 2), float2(3, 4));
    float2x2 b = float2x2(1, 2, 3, 4);
    float2x2 c = float2x2(5);
    out[0] = a[0];
    out[1] = a[1];
    out[2] = b[0];
    out[3] = b[1];
    out[4] = c[0];
    out[5] = c[1];
}
