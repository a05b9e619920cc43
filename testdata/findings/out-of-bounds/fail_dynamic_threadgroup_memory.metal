// The host gave 16 bytes, room for four floats; thread 4 needs the fifth.
// RUN: dynamic_threadgroup_memory --grid 8 --group 8 --threadgroup-memory 0=16 --buffer 0=int:zeros(8)

#include <metal_stdlib>
using namespace metal;

kernel void dynamic_threadgroup_memory(device int* out [[buffer(0)]], threadgroup float* s [[threadgroup(0)]],
                                       uint l [[thread_index_in_threadgroup]])
{
    s[l] = 1.0f; // FINDING: out-of-bounds thread 4
    out[l] = l;
}
