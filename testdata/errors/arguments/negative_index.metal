// An index is an unsigned number.

#include <metal_stdlib>
using namespace metal;

kernel void negative_index(device int* out [[buffer(-1)]]) // ERROR
{
    out[0] = 1;
}
