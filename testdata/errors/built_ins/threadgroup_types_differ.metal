// thread_position_in_threadgroup and threads_per_threadgroup have the same type.

#include <metal_stdlib>
using namespace metal;

kernel void threadgroup_types_differ(device int* out [[buffer(0)]],
                                     uint l [[thread_position_in_threadgroup]],
                                     ushort n [[threads_per_threadgroup]]) // ERROR
{
    out[l] = n;
}
