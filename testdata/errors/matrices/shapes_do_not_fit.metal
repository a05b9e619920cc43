// A float3x2 has three columns: the vector needs three components.

#include <metal_stdlib>
using namespace metal;

kernel void shapes_do_not_fit(device float2* out [[buffer(0)]])
{
    float3x2 m = float3x2(1);
    out[0] = m * float2(1, 2); // ERROR
}
