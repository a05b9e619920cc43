// Five values for four components.

#include <metal_stdlib>
using namespace metal;

kernel void too_many_values(device float4* out [[buffer(0)]])
{
    out[0] = float4(float3(1), 2, 3); // ERROR
}
