// The shuffle stands before the branch, where all lanes are active.
// RUN: shuffle_in_branch --simd-width 4 --grid 4 --group 4 --buffer 0=int:zeros(4)
//      --expect 0=int:0,10,10,10

#include <metal_stdlib>
using namespace metal;

kernel void shuffle_in_branch(device int* out [[buffer(0)]], uint i [[thread_position_in_grid]])
{
    int first = simd_shuffle(int(i) + 10, 0);
    if (i != 0)
        out[i] = first;
}
