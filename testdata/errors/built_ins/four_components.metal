// A grid has three dimensions at most.

#include <metal_stdlib>
using namespace metal;

kernel void four_components(device int* out [[buffer(0)]],
                            uint4 i [[thread_position_in_grid]]) // ERROR
{
    out[i.x] = 1;
}
