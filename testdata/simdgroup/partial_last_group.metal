// 10 threads in SIMD-groups of 8: the second one has two lanes.
// RUN: partial_last_group --simd-width 8 --grid 10 --group 10 --buffer 0=uint:zeros(10)
//      --expect 0=uint:8,8,8,8,8,8,8,8,2,2

#include <metal_stdlib>
using namespace metal;

kernel void partial_last_group(device uint* out [[buffer(0)]], uint i [[thread_position_in_grid]])
{
    out[i] = simd_sum(1u);
}
