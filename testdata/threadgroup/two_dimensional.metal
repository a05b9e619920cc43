// A 4 x 4 transpose through threadgroup memory.
// RUN: two_dimensional --grid 4,4 --group 4,4 --buffer 0=int:iota(16) --buffer 1=int:zeros(16)
//      --expect 1=int:0,4,8,12,1,5,9,13,2,6,10,14,3,7,11,15

#include <metal_stdlib>
using namespace metal;

kernel void two_dimensional(device const int* in [[buffer(0)]], device int* out [[buffer(1)]],
                            uint2 p [[thread_position_in_threadgroup]])
{
    threadgroup int tile[4][4];
    tile[p.y][p.x] = in[p.y * 4 + p.x];
    threadgroup_barrier(mem_flags::mem_threadgroup);
    out[p.y * 4 + p.x] = tile[p.x][p.y];
}
