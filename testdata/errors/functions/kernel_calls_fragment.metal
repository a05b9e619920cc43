// Section 5.1: a kernel can't call a fragment function.

#include <metal_stdlib>
using namespace metal;

fragment float4 colour()
{
    return float4(1);
}

kernel void kernel_calls_fragment(device float4* out [[buffer(0)]])
{
    out[0] = colour(); // ERROR
}
