// 1024 threads in one threadgroup, 32 SIMD-groups: each adds one.
// RUN: largest_threadgroup --grid 1024 --group 1024 --buffer 0=uint:0 --buffer 1=uint:zeros(1)
//      --expect 0=uint:1024 --expect 1=uint:32

#include <metal_stdlib>
using namespace metal;

kernel void largest_threadgroup(device atomic_uint* count [[buffer(0)]], device uint* groups [[buffer(1)]],
                                uint i [[thread_position_in_grid]], uint n [[simdgroups_per_threadgroup]])
{
    atomic_fetch_add_explicit(count, 1u, memory_order_relaxed);
    if (i == 0)
        groups[0] = n;
}
