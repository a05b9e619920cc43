// All position and size arguments of a kernel have the same number of components.

#include <metal_stdlib>
using namespace metal;

kernel void lengths_differ(device int* out [[buffer(0)]],
                           uint2 p [[thread_position_in_grid]],
                           uint3 l [[thread_position_in_threadgroup]]) // ERROR
{
    out[p.x] = l.x;
}
