// Buffers are numbered 0 to 30.

#include <metal_stdlib>
using namespace metal;

kernel void buffer_index_range(device int* out [[buffer(31)]]) // ERROR
{
    out[0] = 1;
}
