// Exclusive and inclusive scans of 1..8.
// RUN: prefix_sums --simd-width 8 --grid 8 --group 8 --buffer 0=int:zeros(8) --buffer 1=int:zeros(8)
//      --expect 0=int:0,1,3,6,10,15,21,28 --expect 1=int:1,3,6,10,15,21,28,36

#include <metal_stdlib>
using namespace metal;

kernel void prefix_sums(device int* exclusive [[buffer(0)]], device int* inclusive [[buffer(1)]],
                        uint i [[thread_position_in_grid]])
{
    exclusive[i] = simd_prefix_exclusive_sum(int(i) + 1);
    inclusive[i] = simd_prefix_inclusive_sum(int(i) + 1);
}
