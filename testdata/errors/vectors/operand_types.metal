// The operands of + have the same vector type.

#include <metal_stdlib>
using namespace metal;

kernel void operand_types(device float4* out [[buffer(0)]])
{
    float4 a = float4(1);
    float3 b = float3(1);
    out[0] = a + b; // ERROR
}
