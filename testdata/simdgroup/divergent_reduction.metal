// Only active lanes take part: odd lanes sum 1 + 3 + 5 + 7 = 16, even ones 0 + 2 + 4 + 6 = 12; the first active lane of each
// branch is 1 and 0.
// RUN: divergent_reduction --simd-width 8 --grid 8 --group 8 --buffer 0=int:zeros(8)
//      --expect 0=int:1012,1116,12,116,12,116,12,116

#include <metal_stdlib>
using namespace metal;

kernel void divergent_reduction(device int* out [[buffer(0)]], uint i [[thread_position_in_grid]])
{
    if (i & 1)
        out[i] = simd_sum(int(i)) + 100 + (simd_is_first() ? 1000 : 0);
    else
        out[i] = simd_sum(int(i)) + (simd_is_first() ? 1000 : 0);
}
