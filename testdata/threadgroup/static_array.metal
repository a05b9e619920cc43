// Each threadgroup has its own copy: reversal inside groups of four.
// RUN: static_array --grid 8 --group 4 --buffer 0=int:1,2,3,4,5,6,7,8 --buffer 1=int:zeros(8)
//      --expect 1=int:4,3,2,1,8,7,6,5

#include <metal_stdlib>
using namespace metal;

kernel void static_array(device const int* in [[buffer(0)]], device int* out [[buffer(1)]], uint i [[thread_position_in_grid]],
                         uint l [[thread_position_in_threadgroup]])
{
    threadgroup int shared[4];
    shared[l] = in[i];
    threadgroup_barrier(mem_flags::mem_threadgroup);
    out[i] = shared[3 - l];
}
