// The barrier stands outside of the condition.
// RUN: divergent_if --grid 8 --group 8 --buffer 0=int:zeros(8)
//      --expect 0=int:10,11,12,13,4,5,6,7

#include <metal_stdlib>
using namespace metal;

kernel void divergent_if(device int* out [[buffer(0)]], uint l [[thread_index_in_threadgroup]])
{
    int x = l;
    if (l < 4)
        x += 10;
    threadgroup_barrier(mem_flags::mem_threadgroup);
    out[l] = x;
}
