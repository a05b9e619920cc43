// A counter in threadgroup memory: initialised by one thread, read after a barrier; groups of 4 and 2.
// RUN: threadgroup_test --grid 6 --group 4 --buffer 0=int:zeros(6)
//      --expect 0=int:4,4,4,4,2,2

#include <metal_stdlib>
using namespace metal;

kernel void threadgroup_test(device int* out [[buffer(0)]], uint i [[thread_position_in_grid]],
                             uint l [[thread_index_in_threadgroup]])
{
    threadgroup atomic_int count;
    if (l == 0)
        atomic_store_explicit(&count, 0, memory_order_relaxed);
    threadgroup_barrier(mem_flags::mem_threadgroup);
    atomic_fetch_add_explicit(&count, 1, memory_order_relaxed);
    threadgroup_barrier(mem_flags::mem_threadgroup);
    out[i] = atomic_load_explicit(&count, memory_order_relaxed);
}
