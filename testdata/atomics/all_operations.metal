// One thread, every operation: the old values come back. and 12 & 10 = 8; or | 3 = 11; xor ^ 1 = 10; max 20; min 5; sub 3; add 7;
// exchange 50.
// RUN: all_operations --grid 1 --group 1 --buffer 0=int:12 --buffer 1=int:zeros(9)
//      --expect 0=int:50 --expect 1=int:12,8,11,10,20,5,2,9,50

#include <metal_stdlib>
using namespace metal;

kernel void all_operations(device atomic_int* a [[buffer(0)]], device int* old [[buffer(1)]])
{
    old[0] = atomic_fetch_and_explicit(a, 10, memory_order_relaxed);
    old[1] = atomic_fetch_or_explicit(a, 3, memory_order_relaxed);
    old[2] = atomic_fetch_xor_explicit(a, 1, memory_order_relaxed);
    old[3] = atomic_fetch_max_explicit(a, 20, memory_order_relaxed);
    old[4] = atomic_fetch_min_explicit(a, 5, memory_order_relaxed);
    old[5] = atomic_fetch_sub_explicit(a, 3, memory_order_relaxed);
    old[6] = atomic_fetch_add_explicit(a, 7, memory_order_relaxed);
    old[7] = atomic_exchange_explicit(a, 50, memory_order_relaxed);
    old[8] = atomic_load_explicit(a, memory_order_relaxed);
}
