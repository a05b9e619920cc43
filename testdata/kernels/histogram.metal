// 256 bins counted in threadgroup memory, then added to device memory: atomics in both address spaces. The input is
// i * i mod 8 for i = 0..127, which is 0, 1 or 4.
//
// RUN: histogram --grid 8 --group 4
//      --buffer 0=uchar:0,1,4,1,0,1,4,1,0,1,4,1,0,1,4,1,0,1,4,1,0,1,4,1,0,1,4,1,0,1,4,1,0,1,4,1,0,1,4,1,0,
//        1,4,1,0,1,4,1,0,1,4,1,0,1,4,1,0,1,4,1,0,1,4,1,0,1,4,1,0,1,4,1,0,1,4,1,0,1,4,1,0,1,4,1,0,1,4,1,0,1,
//        4,1,0,1,4,1,0,1,4,1,0,1,4,1,0,1,4,1,0,1,4,1,0,1,4,1,0,1,4,1,0,1,4,1,0,1,4,1
//      --buffer 1=uint:zeros(256)
//      --expect 1=uint:32,64,0,0,32,0,0,0,zeros(248)

#include <metal_stdlib>
using namespace metal;

constant constexpr uint PER_THREAD = 16;

kernel void histogram(device const uchar* in [[buffer(0)]],
                      device atomic_uint* bins [[buffer(1)]],
                      uint l [[thread_position_in_threadgroup]],
                      uint n [[threads_per_threadgroup]],
                      uint group [[threadgroup_position_in_grid]])
{
    threadgroup atomic_uint h[256];
    for (uint b = l; b < 256; b += n)
        atomic_store_explicit(&h[b], 0u, memory_order_relaxed);
    threadgroup_barrier(mem_flags::mem_threadgroup);

    uint base = group * n * PER_THREAD + l;
    for (uint k = 0; k < PER_THREAD; k++)
        atomic_fetch_add_explicit(&h[in[base + k * n]], 1u, memory_order_relaxed);
    threadgroup_barrier(mem_flags::mem_threadgroup);

    for (uint b = l; b < 256; b += n) {
        uint count = atomic_load_explicit(&h[b], memory_order_relaxed);
        if (count != 0)
            atomic_fetch_add_explicit(&bins[b], count, memory_order_relaxed);
    }
}
