// A barrier in a loop that all threads run equally often: an inclusive scan of 1..8.
// RUN: in_uniform_loop --grid 8 --group 8 --buffer 0=int:1,2,3,4,5,6,7,8
//      --expect 0=int:1,3,6,10,15,21,28,36

#include <metal_stdlib>
using namespace metal;

kernel void in_uniform_loop(device int* data [[buffer(0)]], uint l [[thread_index_in_threadgroup]])
{
    threadgroup int s[8];
    s[l] = data[l];
    for (uint d = 1; d < 8; d *= 2) {
        threadgroup_barrier(mem_flags::mem_threadgroup);
        int other = l >= d ? s[l - d] : 0;
        threadgroup_barrier(mem_flags::mem_threadgroup);
        s[l] += other;
    }
    data[l] = s[l];
}
