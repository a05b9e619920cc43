// Section 5.2.2: each member of a [[stage_in]] struct has an [[attribute(n)]].

#include <metal_stdlib>
using namespace metal;

struct In {
    float4 a [[attribute(0)]];
    float4 b; // ERROR
};

kernel void stage_in_without_attribute(In in [[stage_in]], device float4* out [[buffer(0)]])
{
    out[0] = in.a + in.b;
}
