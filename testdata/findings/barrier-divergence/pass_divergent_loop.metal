// Every thread takes as many turns as the largest needs.
// RUN: divergent_loop --grid 4 --group 4 --buffer 0=int:zeros(4)
//      --expect 0=int:0,1,2,3

#include <metal_stdlib>
using namespace metal;

kernel void divergent_loop(device int* out [[buffer(0)]], uint l [[thread_index_in_threadgroup]])
{
    int turns = 0;
    for (uint k = 0; k < 3; k++) {
        if (k < l)
            turns++;
        threadgroup_barrier(mem_flags::mem_threadgroup);
    }
    out[l] = turns;
}
