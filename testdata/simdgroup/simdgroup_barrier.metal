// Lanes of one SIMD-group hand values on through threadgroup memory: simdgroup_barrier is enough.
// RUN: simdgroup_barrier --simd-width 4 --grid 8 --group 8 --buffer 0=int:iota(8) --buffer 1=int:zeros(8)
//      --expect 1=int:1,2,3,0,5,6,7,4

#include <metal_stdlib>
using namespace metal;

kernel void simdgroup_barrier(device const int* in [[buffer(0)]], device int* out [[buffer(1)]],
                              uint l [[thread_index_in_threadgroup]], uint lane [[thread_index_in_simdgroup]])
{
    threadgroup int s[8];
    s[l] = in[l];
    simdgroup_barrier(mem_flags::mem_threadgroup);
    out[l] = s[l - lane + (lane + 1) % 4];
}
