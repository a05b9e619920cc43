// Thread 1 leaves the loop early; it waits behind the loop while the others are at the barrier.
// RUN: break_before_barrier --grid 4 --group 4 --buffer 0=int:zeros(4)

#include <metal_stdlib>
using namespace metal;

kernel void break_before_barrier(device int* out [[buffer(0)]], uint l [[thread_index_in_threadgroup]])
{
    for (uint k = 0; k < 2; k++) {
        if (l == 1)
            break;
        threadgroup_barrier(mem_flags::mem_threadgroup); // FINDING: barrier-divergence
    }
    out[l] = l;
}
