// No lock is needed for an atomic counter.
// RUN: spin_lock --grid 4 --group 4 --max-steps 100000 --buffer 0=int:zeros(1)
//      --expect 0=int:4

#include <metal_stdlib>
using namespace metal;

kernel void spin_lock(device atomic_int* count [[buffer(0)]])
{
    atomic_fetch_add_explicit(count, 1, memory_order_relaxed);
}
