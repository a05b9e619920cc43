// [[texture(n)]] needs a texture.

#include <metal_stdlib>
using namespace metal;

kernel void texture_attribute_on_buffer(device int* out [[texture(0)]]) // ERROR
{
    out[0] = 1;
}
