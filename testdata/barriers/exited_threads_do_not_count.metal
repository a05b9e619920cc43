// A thread that has ended no longer takes part in barriers.
// RUN: exited_threads_do_not_count --grid 6 --group 6 --buffer 0=int:zeros(6) --buffer 1=uint:4
//      --expect 0=int:3,2,1,0,0,0

#include <metal_stdlib>
using namespace metal;

kernel void exited_threads_do_not_count(device int* out [[buffer(0)]], constant uint& n [[buffer(1)]],
                                        uint l [[thread_index_in_threadgroup]])
{
    threadgroup int s[4];
    if (l >= n)
        return;
    s[l] = l;
    threadgroup_barrier(mem_flags::mem_threadgroup);
    out[l] = s[n - 1 - l];
}
