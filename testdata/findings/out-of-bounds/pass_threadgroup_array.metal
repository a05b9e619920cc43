// An array as large as the threadgroup.
// RUN: threadgroup_array --grid 8 --group 8 --buffer 0=int:zeros(8)
//      --expect 0=int:7,6,5,4,3,2,1,0

#include <metal_stdlib>
using namespace metal;

kernel void threadgroup_array(device int* out [[buffer(0)]], uint l [[thread_index_in_threadgroup]])
{
    threadgroup int s[8];
    s[l] = l;
    threadgroup_barrier(mem_flags::mem_threadgroup);
    out[l] = s[7 - l];
}
