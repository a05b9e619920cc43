// dispatch_threads_per_threadgroup belongs to the same group of types.

#include <metal_stdlib>
using namespace metal;

kernel void dispatch_types_differ(device int* out [[buffer(0)]],
                                  ushort l [[thread_position_in_threadgroup]],
                                  uint n [[dispatch_threads_per_threadgroup]]) // ERROR
{
    out[l] = n;
}
