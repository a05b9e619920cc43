// A sampler built in a shader is constexpr.

#include <metal_stdlib>
using namespace metal;

kernel void sampler_not_constexpr(texture2d<float> t [[texture(0)]], device float4* out [[buffer(0)]])
{
    sampler s(filter::linear); // ERROR
    out[0] = t.sample(s, float2(0));
}
