// Textures are numbered 0 to 127.

#include <metal_stdlib>
using namespace metal;

kernel void texture_index_range(texture2d<float> t [[texture(128)]], device float4* out [[buffer(0)]]) // ERROR
{
    out[0] = t.read(uint2(0));
}
