// thread_index_in_quadgroup: the lane in a group of four. Threadgroups of 7 and 4 threads, SIMD-groups of 8.
//
// RUN: as_uint --simd-width 8 --grid 11 --group 7 --buffer 0=uint:zeros(11)
//      --expect 0=uint:0,1,2,3,0,1,2,0,1,2,3
// RUN: as_ushort --simd-width 8 --grid 11 --group 7 --buffer 0=uint:zeros(11)
//      --expect 0=uint:0,1,2,3,0,1,2,0,1,2,3

#include <metal_stdlib>
using namespace metal;

kernel void as_uint(device uint* out [[buffer(0)]], uint p [[thread_position_in_grid]],
                    uint v [[thread_index_in_quadgroup]])
{
    out[p] = v;
}

kernel void as_ushort(device uint* out [[buffer(0)]], uint p [[thread_position_in_grid]],
                      ushort v [[thread_index_in_quadgroup]])
{
    out[p] = v;
}
