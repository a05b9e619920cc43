// Three values for four elements.

#include <metal_stdlib>
using namespace metal;

kernel void too_few_values(device float2* out [[buffer(0)]])
{
    float2x2 m = float2x2(1, 2, 3); // ERROR
    out[0] = m[0];
}
