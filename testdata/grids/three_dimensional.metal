// 2 x 2 x 3 with groups of 2 x 1 x 2: the linear index inside a group runs x, y, z.
// RUN: three_dimensional --grid 2,2,3 --group 2,1,2 --buffer 0=uint:zeros(12)
//      --expect 0=uint:0,1,0,1,2,3,2,3,0,1,0,1

#include <metal_stdlib>
using namespace metal;

kernel void three_dimensional(device uint* out [[buffer(0)]], uint3 p [[thread_position_in_grid]], uint3 size [[threads_per_grid]],
                              uint l [[thread_index_in_threadgroup]])
{
    out[(p.z * size.y + p.y) * size.x + p.x] = l;
}
