// Half of the SIMD-group goes to the barrier while the other half waits at the end of the if.
// RUN: divergent_if --grid 8 --group 8 --buffer 0=int:zeros(8)

#include <metal_stdlib>
using namespace metal;

kernel void divergent_if(device int* out [[buffer(0)]], uint l [[thread_index_in_threadgroup]])
{
    if (l < 4)
        threadgroup_barrier(mem_flags::mem_threadgroup); // FINDING: barrier-divergence
    out[l] = l;
}
