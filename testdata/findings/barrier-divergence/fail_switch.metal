// One case of a switch over the thread's number.
// RUN: switch_test --grid 4 --group 4 --buffer 0=int:zeros(4)

#include <metal_stdlib>
using namespace metal;

kernel void switch_test(device int* out [[buffer(0)]], uint l [[thread_index_in_threadgroup]])
{
    switch (l) {
    case 0:
        break;
    default:
        threadgroup_barrier(mem_flags::mem_none); // FINDING: barrier-divergence
        break;
    }
    out[l] = l;
}
