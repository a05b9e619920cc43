// vertex_id belongs to vertex functions.

#include <metal_stdlib>
using namespace metal;

kernel void vertex_id(device int* out [[buffer(0)]],
                      uint v [[vertex_id]]) // ERROR
{
    out[v] = 1;
}
