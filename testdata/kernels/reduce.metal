// Sum of each threadgroup's elements by a tree in dynamic threadgroup memory. The second group's order matters:
// (1e8 + 2) + (-1e8 + 8) and (1 + 4) + (1 + 16) in float.
//
// RUN: reduce --grid 16 --group 8 --threadgroup-memory 0=32
//      --buffer 0=float:0.1,0.2,0.3,0.4,0.5,0.6,0.7,0.8,100000000,1,-100000000,1,2,4,8,16
//      --buffer 1=float:zeros(2)
//      --expect 1=float:3.6,30

#include <metal_stdlib>
using namespace metal;

kernel void reduce(device const float* in [[buffer(0)]],
                   device float* partial [[buffer(1)]],
                   threadgroup float* tmp [[threadgroup(0)]],
                   uint gid [[thread_position_in_grid]],
                   uint l [[thread_position_in_threadgroup]],
                   uint n [[threads_per_threadgroup]],
                   uint group [[threadgroup_position_in_grid]])
{
    tmp[l] = in[gid];
    threadgroup_barrier(mem_flags::mem_threadgroup);
    for (uint s = n / 2; s > 0; s >>= 1) {
        if (l < s)
            tmp[l] += tmp[l + s];
        threadgroup_barrier(mem_flags::mem_threadgroup);
    }
    if (l == 0)
        partial[group] = tmp[0];
}
