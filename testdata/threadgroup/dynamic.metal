// The host gives the size: 32 bytes are 8 ints, seen as two halves.
// RUN: dynamic --grid 4 --group 4 --threadgroup-memory 0=32 --buffer 0=int:zeros(4)
//      --expect 0=int:13,12,11,10

#include <metal_stdlib>
using namespace metal;

kernel void dynamic(device int* out [[buffer(0)]], threadgroup int* shared [[threadgroup(0)]],
                    uint l [[thread_index_in_threadgroup]])
{
    threadgroup int* high = shared + 4;
    shared[l] = l;
    high[l] = 10;
    threadgroup_barrier(mem_flags::mem_threadgroup);
    out[l] = shared[3 - l] + high[l];
}
