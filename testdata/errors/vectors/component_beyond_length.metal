// A three-component vector has no w.

#include <metal_stdlib>
using namespace metal;

kernel void component_beyond_length(device float* out [[buffer(0)]])
{
    float3 v = float3(1);
    out[0] = v.w; // ERROR
}
