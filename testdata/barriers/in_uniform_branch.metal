// A barrier under a condition that is the same for the whole threadgroup.
// RUN: in_uniform_branch --grid 8 --group 4 --buffer 0=int:zeros(8)
//      --expect 0=int:0,1,2,3,13,12,11,10

#include <metal_stdlib>
using namespace metal;

kernel void in_uniform_branch(device int* out [[buffer(0)]], uint i [[thread_position_in_grid]],
                              uint l [[thread_index_in_threadgroup]], uint group [[threadgroup_position_in_grid]])
{
    threadgroup int s[4];
    if (group == 1) {
        s[l] = 10 + l;
        threadgroup_barrier(mem_flags::mem_threadgroup);
        out[i] = s[3 - l];
    } else {
        out[i] = l;
    }
}
