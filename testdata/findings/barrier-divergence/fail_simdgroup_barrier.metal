// A SIMD-group barrier under a condition that splits the SIMD-group.
// RUN: simdgroup_barrier --simd-width 4 --grid 4 --group 4 --buffer 0=int:zeros(4)

#include <metal_stdlib>
using namespace metal;

kernel void simdgroup_barrier(device int* out [[buffer(0)]], uint l [[thread_index_in_threadgroup]])
{
    if (l != 2)
        simdgroup_barrier(mem_flags::mem_threadgroup); // FINDING: barrier-divergence
    out[l] = l;
}
