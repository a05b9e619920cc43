// [[buffer(n)]] needs a pointer or a reference.

#include <metal_stdlib>
using namespace metal;

kernel void buffer_attribute_on_value(device int* out [[buffer(0)]],
                                      uint n [[buffer(1)]]) // ERROR
{
    out[0] = n;
}
