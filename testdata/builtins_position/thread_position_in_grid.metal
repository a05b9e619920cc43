// thread_position_in_grid: the position of the thread in the whole grid. Every type it may have; each value is
// x + 100 y + 10000 z. The grid is not a multiple of the threadgroup.
//
// RUN: as_uint3 --grid 3,2,2 --group 2,2,1 --buffer 0=uint:zeros(12)
//      --expect 0=uint:0,1,2,100,101,102,10000,10001,10002,10100,10101,10102
// RUN: as_ushort3 --grid 3,2,2 --group 2,2,1 --buffer 0=uint:zeros(12)
//      --expect 0=uint:0,1,2,100,101,102,10000,10001,10002,10100,10101,10102
// RUN: as_uint2 --grid 3,3 --group 2,2 --buffer 0=uint:zeros(9)
//      --expect 0=uint:0,1,2,100,101,102,200,201,202
// RUN: as_ushort2 --grid 3,3 --group 2,2 --buffer 0=uint:zeros(9)
//      --expect 0=uint:0,1,2,100,101,102,200,201,202
// RUN: as_uint --grid 5 --group 2 --buffer 0=uint:zeros(5)
//      --expect 0=uint:0,1,2,3,4
// RUN: as_ushort --grid 5 --group 2 --buffer 0=uint:zeros(5)
//      --expect 0=uint:0,1,2,3,4

#include <metal_stdlib>
using namespace metal;

kernel void as_uint3(device uint* out [[buffer(0)]], uint3 p [[thread_position_in_grid]])
{
    out[(p.z * 2 + p.y) * 3 + p.x] = p.x + 100 * p.y + 10000 * p.z;
}

kernel void as_ushort3(device uint* out [[buffer(0)]], ushort3 p [[thread_position_in_grid]])
{
    out[(p.z * 2 + p.y) * 3 + p.x] = p.x + 100 * p.y + 10000 * p.z;
}

kernel void as_uint2(device uint* out [[buffer(0)]], uint2 p [[thread_position_in_grid]])
{
    out[p.y * 3 + p.x] = p.x + 100 * p.y;
}

kernel void as_ushort2(device uint* out [[buffer(0)]], ushort2 p [[thread_position_in_grid]])
{
    out[p.y * 3 + p.x] = p.x + 100 * p.y;
}

kernel void as_uint(device uint* out [[buffer(0)]], uint p [[thread_position_in_grid]])
{
    out[p] = p;
}

kernel void as_ushort(device uint* out [[buffer(0)]], ushort p [[thread_position_in_grid]])
{
    out[p] = p;
}
