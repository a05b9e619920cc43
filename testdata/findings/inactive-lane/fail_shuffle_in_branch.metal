// Lane 0 is outside of the branch, but its value is asked for.
// RUN: shuffle_in_branch --simd-width 4 --grid 4 --group 4 --buffer 0=int:zeros(4)

#include <metal_stdlib>
using namespace metal;

kernel void shuffle_in_branch(device int* out [[buffer(0)]], uint i [[thread_position_in_grid]])
{
    if (i != 0)
        out[i] = simd_shuffle(int(i), 0); // FINDING: inactive-lane thread 1
}
