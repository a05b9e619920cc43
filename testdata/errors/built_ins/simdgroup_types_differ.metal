// The SIMD-group and quad-group values share one type.

#include <metal_stdlib>
using namespace metal;

kernel void simdgroup_types_differ(device int* out [[buffer(0)]],
                                   uint lane [[thread_index_in_simdgroup]],
                                   ushort group [[simdgroup_index_in_threadgroup]]) // ERROR
{
    out[lane] = group;
}
