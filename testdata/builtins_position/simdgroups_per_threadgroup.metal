// simdgroups_per_threadgroup: SIMD-groups in this threadgroup: fewer in the small last one. Threadgroups of 7 and 4 threads, SIMD-groups of 4.
//
// RUN: as_uint --simd-width 4 --grid 11 --group 7 --buffer 0=uint:zeros(11)
//      --expect 0=uint:2,2,2,2,2,2,2,1,1,1,1
// RUN: as_ushort --simd-width 4 --grid 11 --group 7 --buffer 0=uint:zeros(11)
//      --expect 0=uint:2,2,2,2,2,2,2,1,1,1,1

#include <metal_stdlib>
using namespace metal;

kernel void as_uint(device uint* out [[buffer(0)]], uint p [[thread_position_in_grid]],
                    uint v [[simdgroups_per_threadgroup]])
{
    out[p] = v;
}

kernel void as_ushort(device uint* out [[buffer(0)]], uint p [[thread_position_in_grid]],
                      ushort v [[simdgroups_per_threadgroup]])
{
    out[p] = v;
}
