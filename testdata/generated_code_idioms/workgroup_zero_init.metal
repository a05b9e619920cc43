// Threadgroup variables zeroed by all threads before use.
// RUN: workgroup_zero_init --grid 4 --group 4 --buffer 0=uint:zeros(4)
//      --expect 0=uint:4,4,4,4

#include <metal_stdlib>
using namespace metal;

kernel void workgroup_zero_init(device uint* out [[buffer(0)]], uint3 __local_invocation_id [[thread_position_in_threadgroup]])
{
    threadgroup metal::atomic_uint counter;
    if (metal::all(__local_invocation_id == uint3(0u))) {
        metal::atomic_store_explicit(&counter, 0, metal::memory_order_relaxed);
    }
    metal::threadgroup_barrier(metal::mem_flags::mem_threadgroup);
    uint before = metal::atomic_fetch_add_explicit(&counter, 1u, metal::memory_order_relaxed);
    metal::threadgroup_barrier(metal::mem_flags::mem_threadgroup);
    uint after = metal::atomic_load_explicit(&counter, metal::memory_order_relaxed);
    out[__local_invocation_id.x] = after + 0u * before;
}
