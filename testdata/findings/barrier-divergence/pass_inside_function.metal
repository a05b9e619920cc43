// All threads call it.
// RUN: inside_function --grid 4 --group 4 --buffer 0=int:zeros(4)
//      --expect 0=int:0,2,2,4

#include <metal_stdlib>
using namespace metal;

static int wait_and_add(int x)
{
    threadgroup_barrier(mem_flags::mem_threadgroup);
    return x + 1;
}

kernel void inside_function(device int* out [[buffer(0)]], uint l [[thread_index_in_threadgroup]])
{
    int x = wait_and_add(l);
    out[l] = l & 1 ? x : int(l);
}
