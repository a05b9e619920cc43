// thread_position_in_grid and threads_per_grid have the same type.

#include <metal_stdlib>
using namespace metal;

kernel void grid_types_differ(device int* out [[buffer(0)]],
                              uint i [[thread_position_in_grid]],
                              ushort n [[threads_per_grid]]) // ERROR
{
    out[i] = n;
}
