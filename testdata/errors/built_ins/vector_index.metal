// thread_index_in_threadgroup is a scalar.

#include <metal_stdlib>
using namespace metal;

kernel void vector_index(device int* out [[buffer(0)]],
                         uint2 l [[thread_index_in_threadgroup]]) // ERROR
{
    out[l.x] = 1;
}
