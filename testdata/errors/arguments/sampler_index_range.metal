// Samplers are numbered 0 to 15.

#include <metal_stdlib>
using namespace metal;

kernel void sampler_index_range(texture2d<float> t [[texture(0)]],
                                sampler s [[sampler(16)]], // ERROR
                                device float4* out [[buffer(0)]])
{
    out[0] = t.sample(s, float2(0));
}
