// xyzw and rgba don't mix in one swizzle.

#include <metal_stdlib>
using namespace metal;

kernel void mixed_letters(device float2* out [[buffer(0)]])
{
    float4 v = float4(1);
    out[0] = v.xg; // ERROR
}
