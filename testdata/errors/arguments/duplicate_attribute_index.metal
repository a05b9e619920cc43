// [[attribute(n)]] is unique.

#include <metal_stdlib>
using namespace metal;

struct In {
    float4 a [[attribute(0)]];
    float4 b [[attribute(0)]]; // ERROR
};

kernel void duplicate_attribute_index(In in [[stage_in]], device float4* out [[buffer(0)]])
{
    out[0] = in.a + in.b;
}
