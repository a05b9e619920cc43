// A threadgroup sum by simd_sum and threadgroup memory, written for any width: the same answer at 4, 8, 16, 32 and 64.
// RUN: width_does_not_change_the_result --simd-width 4 --grid 64 --group 64 --buffer 0=uint:iota(64) --buffer 1=uint:zeros(1)
//      --expect 1=uint:2016
// RUN: width_does_not_change_the_result --simd-width 8 --grid 64 --group 64 --buffer 0=uint:iota(64) --buffer 1=uint:zeros(1)
//      --expect 1=uint:2016
// RUN: width_does_not_change_the_result --simd-width 16 --grid 64 --group 64 --buffer 0=uint:iota(64) --buffer 1=uint:zeros(1)
//      --expect 1=uint:2016
// RUN: width_does_not_change_the_result --simd-width 32 --grid 64 --group 64 --buffer 0=uint:iota(64) --buffer 1=uint:zeros(1)
//      --expect 1=uint:2016
// RUN: width_does_not_change_the_result --simd-width 64 --grid 64 --group 64 --buffer 0=uint:iota(64) --buffer 1=uint:zeros(1)
//      --expect 1=uint:2016

#include <metal_stdlib>
using namespace metal;

kernel void width_does_not_change_the_result(device const uint* in [[buffer(0)]], device uint* out [[buffer(1)]],
                                             uint l [[thread_index_in_threadgroup]], uint lane [[thread_index_in_simdgroup]],
                                             uint group [[simdgroup_index_in_threadgroup]], uint groups [[simdgroups_per_threadgroup]])
{
    threadgroup uint partial[16];
    uint sum = simd_sum(in[l]);
    if (lane == 0)
        partial[group] = sum;
    threadgroup_barrier(mem_flags::mem_threadgroup);
    if (l == 0) {
        uint total = 0;
        for (uint k = 0; k < groups; k++)
            total += partial[k];
        out[0] = total;
    }
}
