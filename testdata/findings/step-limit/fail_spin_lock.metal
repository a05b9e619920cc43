// A spin lock inside one SIMD-group: the lane that holds the lock waits for the others to leave the loop.
// RUN: spin_lock --grid 4 --group 4 --max-steps 100000 --buffer 0=int:0 --buffer 1=int:zeros(1)

#include <metal_stdlib>
using namespace metal;

kernel void spin_lock(device atomic_int* lock [[buffer(0)]], device atomic_int* count [[buffer(1)]])
{
    while (atomic_exchange_explicit(lock, 1, memory_order_relaxed) != 0) {} // FINDING: step-limit
    atomic_fetch_add_explicit(count, 1, memory_order_relaxed);
    atomic_store_explicit(lock, 0, memory_order_relaxed);
}
