// Enough memory for all eight.
// RUN: dynamic_threadgroup_memory --grid 8 --group 8 --threadgroup-memory 0=32 --buffer 0=float:zeros(8)
//      --expect 0=float:1,1,1,1,1,1,1,1

#include <metal_stdlib>
using namespace metal;

kernel void dynamic_threadgroup_memory(device float* out [[buffer(0)]], threadgroup float* s [[threadgroup(0)]],
                                       uint l [[thread_index_in_threadgroup]])
{
    s[l] = 1.0f;
    out[l] = s[l];
}
