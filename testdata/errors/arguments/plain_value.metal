// A by-value argument without an attribute has no source.

#include <metal_stdlib>
using namespace metal;

kernel void plain_value(device int* out [[buffer(0)]],
                        uint n) // ERROR
{
    out[0] = n;
}
