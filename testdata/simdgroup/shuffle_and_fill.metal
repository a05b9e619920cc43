// Lanes that have no source take the filling data of the opposite end: up by 2 fills lanes 0, 1 from filling lanes 6, 7;
// down by 3 fills lanes 5, 6, 7 from filling lanes 0, 1, 2.
// RUN: shuffle_and_fill --simd-width 8 --grid 8 --group 8 --buffer 0=int:zeros(8) --buffer 1=int:zeros(8)
//      --expect 0=int:106,107,0,1,2,3,4,5 --expect 1=int:3,4,5,6,7,100,101,102

#include <metal_stdlib>
using namespace metal;

kernel void shuffle_and_fill(device int* up [[buffer(0)]], device int* down [[buffer(1)]], uint i [[thread_position_in_grid]])
{
    int v = i, filling = 100 + i;
    up[i] = simd_shuffle_and_fill_up(v, filling, 2);
    down[i] = simd_shuffle_and_fill_down(v, filling, 3);
}
