// With a uint thread_position_in_threadgroup, thread_index_in_threadgroup is uint too.

#include <metal_stdlib>
using namespace metal;

kernel void index_narrower_than_position(device int* out [[buffer(0)]],
                                         uint3 p [[thread_position_in_threadgroup]],
                                         ushort l [[thread_index_in_threadgroup]]) // ERROR
{
    out[l] = p.x;
}
