// Full SIMD-groups: the last lane keeps its own value, which is defined.
// RUN: shuffle_down_at_the_edge --simd-width 4 --grid 8 --group 8 --buffer 0=int:zeros(8)
//      --expect 0=int:1,2,3,3,5,6,7,7

#include <metal_stdlib>
using namespace metal;

kernel void shuffle_down_at_the_edge(device int* out [[buffer(0)]], uint i [[thread_position_in_grid]])
{
    out[i] = simd_shuffle_down(int(i), 1);
}
