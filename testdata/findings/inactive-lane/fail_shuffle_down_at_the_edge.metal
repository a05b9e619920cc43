// The second SIMD-group has two lanes; lane 1 asks for lane 2, which the grid cut off.
// RUN: shuffle_down_at_the_edge --simd-width 4 --grid 6 --group 6 --buffer 0=int:zeros(6)

#include <metal_stdlib>
using namespace metal;

kernel void shuffle_down_at_the_edge(device int* out [[buffer(0)]], uint i [[thread_position_in_grid]])
{
    out[i] = simd_shuffle_down(int(i), 1); // FINDING: inactive-lane thread 5
}
