// The condition splits the threadgroup between two SIMD-groups, not inside one: fine for a SIMD-group barrier.
// RUN: simdgroup_barrier --simd-width 4 --grid 8 --group 8 --buffer 0=int:zeros(8)
//      --expect 0=int:0,1,2,3,4,5,6,7

#include <metal_stdlib>
using namespace metal;

kernel void simdgroup_barrier(device int* out [[buffer(0)]], uint l [[thread_index_in_threadgroup]])
{
    if (l < 4)
        simdgroup_barrier(mem_flags::mem_threadgroup);
    out[l] = l;
}
