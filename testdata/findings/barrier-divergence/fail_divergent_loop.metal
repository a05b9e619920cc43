// Thread l takes l turns, each with a barrier.
// RUN: divergent_loop --grid 4 --group 4 --buffer 0=int:zeros(4)

#include <metal_stdlib>
using namespace metal;

kernel void divergent_loop(device int* out [[buffer(0)]], uint l [[thread_index_in_threadgroup]])
{
    for (uint k = 0; k < l; k++)
        threadgroup_barrier(mem_flags::mem_threadgroup); // FINDING: barrier-divergence
    out[l] = l;
}
