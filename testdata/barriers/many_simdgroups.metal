// Four SIMD-groups of four hand values to each other.
// RUN: many_simdgroups --simd-width 4 --grid 16 --group 16 --buffer 0=int:iota(16) --buffer 1=int:zeros(16)
//      --expect 1=int:15,14,13,12,11,10,9,8,7,6,5,4,3,2,1,0

#include <metal_stdlib>
using namespace metal;

kernel void many_simdgroups(device const int* in [[buffer(0)]], device int* out [[buffer(1)]],
                            uint l [[thread_index_in_threadgroup]])
{
    threadgroup int s[16];
    s[l] = in[l];
    threadgroup_barrier(mem_flags::mem_threadgroup);
    out[l] = s[15 - l];
}
