// Two values for three components.

#include <metal_stdlib>
using namespace metal;

kernel void too_few_values(device float3* out [[buffer(0)]])
{
    out[0] = float3(1, 2); // ERROR
}
