// atomic<T> is the same type; a plain buffer may be cast to atomics.
// RUN: template_name --grid 8 --group 8 --buffer 0=uint:0 --buffer 1=uint:0
//      --expect 0=uint:8 --expect 1=uint:28

#include <metal_stdlib>
using namespace metal;

kernel void template_name(device atomic<uint>* count [[buffer(0)]], device uint* plain [[buffer(1)]],
                          uint i [[thread_position_in_grid]])
{
    atomic_fetch_add_explicit(count, 1u, memory_order_relaxed);
    atomic_fetch_add_explicit((device atomic_uint*)plain, i, memory_order_relaxed);
}
