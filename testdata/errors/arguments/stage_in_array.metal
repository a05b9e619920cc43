// A [[stage_in]] member is a scalar or a vector, not an array.

#include <metal_stdlib>
using namespace metal;

struct In {
    float4 a [[attribute(0)]];
    float b[2] [[attribute(1)]]; // ERROR
};

kernel void stage_in_array(In in [[stage_in]], device float4* out [[buffer(0)]])
{
    out[0] = in.a;
}
