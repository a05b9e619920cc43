// A list of scalars and vectors fills the components in order; one scalar fills all of them.
// RUN: constructors --grid 1 --group 1 --buffer 0=float4:zeros(4)
//      --expect 0=float4:1,2,3,4,7,7,7,7,1,2,9,8,5,6,7,8

#include <metal_stdlib>
using namespace metal;

kernel void constructors(device float4* out [[buffer(0)]])
{
    float2 xy = float2(1, 2);
    out[0] = float4(1, 2, 3, 4);
    out[1] = float4(7);
    out[2] = float4(xy, 9, 8);
    out[3] = float4(5, float3(6, 7, 8));
}
