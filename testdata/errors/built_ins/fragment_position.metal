// [[position]] is a fragment input.

#include <metal_stdlib>
using namespace metal;

kernel void fragment_position(device float4* out [[buffer(0)]],
                              float4 p [[position]]) // ERROR
{
    out[0] = p;
}
