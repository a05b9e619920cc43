// thread_position_in_threadgroup: the position inside the threadgroup. Every type it may have; each value is
// x + 100 y + 10000 z. The grid is not a multiple of the threadgroup.
//
// RUN: as_uint3 --grid 3,2,2 --group 2,2,1 --buffer 0=uint:zeros(12)
//      --expect 0=uint:0,1,0,100,101,100,0,1,0,100,101,100
// RUN: as_ushort3 --grid 3,2,2 --group 2,2,1 --buffer 0=uint:zeros(12)
//      --expect 0=uint:0,1,0,100,101,100,0,1,0,100,101,100
// RUN: as_uint2 --grid 3,3 --group 2,2 --buffer 0=uint:zeros(9)
//      --expect 0=uint:0,1,0,100,101,100,0,1,0
// RUN: as_ushort2 --grid 3,3 --group 2,2 --buffer 0=uint:zeros(9)
//      --expect 0=uint:0,1,0,100,101,100,0,1,0
// RUN: as_uint --grid 5 --group 2 --buffer 0=uint:zeros(5)
//      --expect 0=uint:0,1,0,1,0
// RUN: as_ushort --grid 5 --group 2 --buffer 0=uint:zeros(5)
//      --expect 0=uint:0,1,0,1,0

#include <metal_stdlib>
using namespace metal;

kernel void as_uint3(device uint* out [[buffer(0)]], uint3 p [[thread_position_in_grid]],
                     uint3 v [[thread_position_in_threadgroup]])
{
    out[(p.z * 2 + p.y) * 3 + p.x] = v.x + 100 * v.y + 10000 * v.z;
}

kernel void as_ushort3(device uint* out [[buffer(0)]], ushort3 p [[thread_position_in_grid]],
                       ushort3 v [[thread_position_in_threadgroup]])
{
    out[(p.z * 2 + p.y) * 3 + p.x] = v.x + 100 * v.y + 10000 * v.z;
}

kernel void as_uint2(device uint* out [[buffer(0)]], uint2 p [[thread_position_in_grid]],
                     uint2 v [[thread_position_in_threadgroup]])
{
    out[p.y * 3 + p.x] = v.x + 100 * v.y;
}

kernel void as_ushort2(device uint* out [[buffer(0)]], ushort2 p [[thread_position_in_grid]],
                       ushort2 v [[thread_position_in_threadgroup]])
{
    out[p.y * 3 + p.x] = v.x + 100 * v.y;
}

kernel void as_uint(device uint* out [[buffer(0)]], uint p [[thread_position_in_grid]],
                    uint v [[thread_position_in_threadgroup]])
{
    out[p] = v;
}

kernel void as_ushort(device uint* out [[buffer(0)]], ushort p [[thread_position_in_grid]],
                      ushort v [[thread_position_in_threadgroup]])
{
    out[p] = v;
}
