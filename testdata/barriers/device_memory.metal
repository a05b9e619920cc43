// mem_device orders device memory inside the threadgroup: neighbours exchange values through a buffer.
// RUN: device_memory --grid 4 --group 4 --buffer 0=int:zeros(4) --buffer 1=int:zeros(4)
//      --expect 1=int:11,12,13,10

#include <metal_stdlib>
using namespace metal;

kernel void device_memory(device int* scratch [[buffer(0)]], device int* out [[buffer(1)]],
                          uint l [[thread_index_in_threadgroup]])
{
    scratch[l] = 10 + l;
    threadgroup_barrier(mem_flags::mem_device);
    out[l] = scratch[(l + 1) % 4];
}
