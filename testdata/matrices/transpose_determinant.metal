// det((1,2),(3,4)) = -2; det of the 3x3 with columns (2,0,1), (1,3,2), (1,1,4) = 2*(12-2) - 1*(0-1) + 1*(0-3) = 18.
// RUN: transpose_determinant --grid 1 --group 1 --buffer 0=float3:zeros(2) --buffer 1=float:zeros(2)
//      --expect 0=float3:1,3,5,2,4,6 --expect 1=float:-2,18

#include <metal_stdlib>
using namespace metal;

kernel void transpose_determinant(device float3* out [[buffer(0)]], device float* det [[buffer(1)]])
{
    float2x3 t = transpose(float3x2(1, 2, 3, 4, 5, 6));
    out[0] = t[0];
    out[1] = t[1];
    det[0] = determinant(float2x2(1, 2, 3, 4));
    det[1] = determinant(float3x3(2, 0, 1, 1, 3, 2, 1, 1, 4));
}
