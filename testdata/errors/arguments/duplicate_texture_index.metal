// Section 5.2.1: the same for textures.

#include <metal_stdlib>
using namespace metal;

kernel void duplicate_texture_index(texture2d<float> a [[texture(1)]],
                                    texture2d<float> b [[texture(1)]], // ERROR
                                    device float4* out [[buffer(0)]])
{
    out[0] = a.read(uint2(0)) + b.read(uint2(0));
}
