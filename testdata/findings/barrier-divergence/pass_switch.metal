// A switch over a value that is the same for all threads.
// RUN: switch_test --grid 4 --group 4 --buffer 0=int:zeros(4) --buffer 1=uint:1
//      --expect 0=int:0,1,2,3

#include <metal_stdlib>
using namespace metal;

kernel void switch_test(device int* out [[buffer(0)]], constant uint& mode [[buffer(1)]],
                        uint l [[thread_index_in_threadgroup]])
{
    switch (mode) {
    case 0:
        break;
    default:
        threadgroup_barrier(mem_flags::mem_none);
        break;
    }
    out[l] = l;
}
