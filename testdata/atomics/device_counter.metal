// 64 threads in four groups count; the sum doesn't depend on the order.
// RUN: device_counter --grid 64 --group 16 --buffer 0=uint:100
//      --expect 0=uint:164

#include <metal_stdlib>
using namespace metal;

kernel void device_counter(device atomic_uint* counter [[buffer(0)]])
{
    atomic_fetch_add_explicit(counter, 1u, memory_order_relaxed);
}
