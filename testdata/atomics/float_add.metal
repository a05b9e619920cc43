// Float atomics (since Metal 3): halves and quarters add exactly in any order.
// RUN: float_add --grid 8 --group 4 --buffer 0=float:0.5,0.25,1,2,4,0.5,0.25,8 --buffer 1=float:1
//      --expect 1=float:17.5

#include <metal_stdlib>
using namespace metal;

kernel void float_add(device const float* in [[buffer(0)]], device atomic_float* sum [[buffer(1)]],
                      uint i [[thread_position_in_grid]])
{
    atomic_fetch_add_explicit(sum, in[i], memory_order_relaxed);
}
