// A 3 x 2 grid in row order.
// RUN: two_dimensional --grid 3,2 --group 2,2 --buffer 0=uint:zeros(6)
//      --expect 0=uint:0,1,2,10,11,12

#include <metal_stdlib>
using namespace metal;

kernel void two_dimensional(device uint* out [[buffer(0)]], uint2 p [[thread_position_in_grid]], uint2 size [[threads_per_grid]])
{
    out[p.y * size.x + p.x] = p.y * 10 + p.x;
}
