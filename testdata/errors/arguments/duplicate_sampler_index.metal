// Section 5.2.1: the same for samplers.

#include <metal_stdlib>
using namespace metal;

kernel void duplicate_sampler_index(texture2d<float> t [[texture(0)]],
                                    sampler a [[sampler(0)]],
                                    sampler b [[sampler(0)]], // ERROR
                                    device float4* out [[buffer(0)]])
{
    out[0] = t.sample(a, float2(0)) + t.sample(b, float2(0));
}
