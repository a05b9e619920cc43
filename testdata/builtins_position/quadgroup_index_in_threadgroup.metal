// quadgroup_index_in_threadgroup: the number of the quad-group in its threadgroup. Threadgroups of 7 and 4 threads, SIMD-groups of 8.
//
// RUN: as_uint --simd-width 8 --grid 11 --group 7 --buffer 0=uint:zeros(11)
//      --expect 0=uint:0,0,0,0,1,1,1,0,0,0,0
// RUN: as_ushort --simd-width 8 --grid 11 --group 7 --buffer 0=uint:zeros(11)
//      --expect 0=uint:0,0,0,0,1,1,1,0,0,0,0

#include <metal_stdlib>
using namespace metal;

kernel void as_uint(device uint* out [[buffer(0)]], uint p [[thread_position_in_grid]],
                    uint v [[quadgroup_index_in_threadgroup]])
{
    out[p] = v;
}

kernel void as_ushort(device uint* out [[buffer(0)]], uint p [[thread_position_in_grid]],
                      ushort v [[quadgroup_index_in_threadgroup]])
{
    out[p] = v;
}
