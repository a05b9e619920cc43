// All threads leave the loop in the same turn.
// RUN: break_before_barrier --grid 4 --group 4 --buffer 0=int:zeros(4)
//      --expect 0=int:1,1,1,1

#include <metal_stdlib>
using namespace metal;

kernel void break_before_barrier(device int* out [[buffer(0)]], uint l [[thread_index_in_threadgroup]])
{
    uint k = 0;
    for (; k < 2; k++) {
        if (k == 1)
            break;
        threadgroup_barrier(mem_flags::mem_threadgroup);
    }
    out[l] = k;
}
