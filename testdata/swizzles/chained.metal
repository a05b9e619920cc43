// A swizzle of a swizzle, and of a function's result.
// RUN: chained --grid 1 --group 1 --buffer 0=float2:zeros(2)
//      --expect 0=float2:2,3,30,20

#include <metal_stdlib>
using namespace metal;

static float3 triple()
{
    return float3(10, 20, 30);
}

kernel void chained(device float2* out [[buffer(0)]])
{
    float4 v = float4(1, 2, 3, 4);
    out[0] = v.zyx.yx;
    out[1] = triple().zyx.xy;
}
