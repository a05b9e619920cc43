// float3x2 has 3 columns of 2 rows: times a float3 gives a float2; a float2 on the left gives a float3.
// RUN: rectangular --grid 1 --group 1 --buffer 0=float2:zeros(1) --buffer 1=float3:zeros(1) --buffer 2=uint:zeros(2)
//      --expect 0=float2:22,28 --expect 1=float3:5,11,17 --expect 2=uint:24,48

#include <metal_stdlib>
using namespace metal;

kernel void rectangular(device float2* right [[buffer(0)]], device float3* left [[buffer(1)]], device uint* size [[buffer(2)]])
{
    float3x2 m = float3x2(1, 2, 3, 4, 5, 6);
    right[0] = m * float3(1, 2, 3);
    left[0] = float2(1, 2) * m;
    size[0] = sizeof(float3x2);
    size[1] = sizeof(float3x3);
}
