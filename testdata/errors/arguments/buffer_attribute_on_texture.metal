// [[buffer(n)]] on a texture.

#include <metal_stdlib>
using namespace metal;

kernel void buffer_attribute_on_texture(texture2d<float> t [[buffer(1)]], // ERROR
                                        device float4* out [[buffer(0)]])
{
    out[0] = t.read(uint2(0));
}
