// With a length of 16 bytes.
// RUN: threadgroup_length --grid 2 --group 2 --threadgroup-memory 0=16 --buffer 0=int:zeros(2)
//      --expect 0=int:1,0

#include <metal_stdlib>
using namespace metal;

kernel void threadgroup_length(device int* out [[buffer(0)]],
                               threadgroup int* s [[threadgroup(0)]],
                               uint l [[thread_index_in_threadgroup]])
{
    s[l] = l;
    threadgroup_barrier(mem_flags::mem_threadgroup);
    out[l] = s[1 - l];
}
