// Flags combine with |: one barrier orders both kinds of memory.
// RUN: both_flags --grid 4 --group 4 --buffer 0=int:zeros(4) --buffer 1=int:zeros(4)
//      --expect 1=int:33,22,11,0

#include <metal_stdlib>
using namespace metal;

kernel void both_flags(device int* scratch [[buffer(0)]], device int* out [[buffer(1)]],
                       uint l [[thread_index_in_threadgroup]])
{
    threadgroup int s[4];
    s[l] = l;
    scratch[l] = l * 10;
    threadgroup_barrier(mem_flags::mem_threadgroup | mem_flags::mem_device);
    out[l] = s[3 - l] + scratch[3 - l];
}
