// Columns or scalars, not both.

#include <metal_stdlib>
using namespace metal;

kernel void scalars_and_vectors(device float2* out [[buffer(0)]])
{
    float2x2 m = float2x2(float2(1), 2, 3); // ERROR
    out[0] = m[0];
}
