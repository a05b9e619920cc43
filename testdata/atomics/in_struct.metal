// Atomic members beside plain ones; unique tickets add up to 0 + 1 + ... + 7.
// RUN: in_struct --grid 8 --group 4 --buffer 0=uint:0,0,3
//      --expect 0=uint:8,28,3

#include <metal_stdlib>
using namespace metal;

struct State {
    atomic_uint next;
    atomic_uint sum;
    uint unchanged;
};

kernel void in_struct(device State& s [[buffer(0)]])
{
    uint ticket = atomic_fetch_add_explicit(&s.next, 1u, memory_order_relaxed);
    atomic_fetch_add_explicit(&s.sum, ticket, memory_order_relaxed);
}
