// Two bindings with sizes and types of their own.
// RUN: two_dynamic_arguments --grid 4 --group 4 --threadgroup-memory 0=16 --threadgroup-memory 1=16 --buffer 0=float:zeros(4)
//      --expect 0=float:3.5,2.5,1.5,0.5

#include <metal_stdlib>
using namespace metal;

kernel void two_dynamic_arguments(device float* out [[buffer(0)]], threadgroup float* a [[threadgroup(0)]],
                                  threadgroup ushort* b [[threadgroup(1)]], uint l [[thread_index_in_threadgroup]])
{
    a[l] = 0.5f;
    b[l] = l;
    threadgroup_barrier(mem_flags::mem_threadgroup);
    out[l] = a[3 - l] + b[3 - l];
}
