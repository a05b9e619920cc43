// Seven threads in groups of three: the last group has one.
// RUN: one_dimensional_non_uniform --grid 7 --group 3 --buffer 0=uint:zeros(7)
//      --expect 0=uint:3,13,23,103,113,123,201

#include <metal_stdlib>
using namespace metal;

kernel void one_dimensional_non_uniform(device uint* out [[buffer(0)]], uint i [[thread_position_in_grid]],
                                        uint l [[thread_position_in_threadgroup]], uint n [[threads_per_threadgroup]],
                                        uint g [[threadgroup_position_in_grid]])
{
    out[i] = g * 100 + l * 10 + n;
}
