// A lock-free maximum of absolute values with a compare-exchange loop.
// RUN: compare_exchange --grid 6 --group 6 --buffer 0=int:3,-9,4,1,-5,8 --buffer 1=int:0
//      --expect 1=int:9

#include <metal_stdlib>
using namespace metal;

kernel void compare_exchange(device const int* in [[buffer(0)]], device atomic_int* best [[buffer(1)]],
                             uint i [[thread_position_in_grid]])
{
    int mine = abs(in[i]);
    int seen = atomic_load_explicit(best, memory_order_relaxed);
    while (mine > seen) {
        if (atomic_compare_exchange_weak_explicit(best, &seen, mine, memory_order_relaxed, memory_order_relaxed))
            break;
    }
}
