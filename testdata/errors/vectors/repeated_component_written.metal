// A component can't be written twice at once.

#include <metal_stdlib>
using namespace metal;

kernel void repeated_component_written(device float4* out [[buffer(0)]])
{
    float4 v = float4(0);
    v.xx = float2(1, 2); // ERROR
    out[0] = v;
}
