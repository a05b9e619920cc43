// A float4 doesn't shrink to a float3 by itself.

#include <metal_stdlib>
using namespace metal;

kernel void length_conversion(device float3* out [[buffer(0)]])
{
    float4 v = float4(1);
    out[0] = v; // ERROR
}
