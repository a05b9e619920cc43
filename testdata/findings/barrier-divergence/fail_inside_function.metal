// The barrier hides in a helper that only some threads call.
// RUN: inside_function --grid 4 --group 4 --buffer 0=int:zeros(4)

#include <metal_stdlib>
using namespace metal;

static int wait_and_add(int x)
{
    threadgroup_barrier(mem_flags::mem_threadgroup); // FINDING: barrier-divergence
    return x + 1;
}

kernel void inside_function(device int* out [[buffer(0)]], uint l [[thread_index_in_threadgroup]])
{
    int x = l;
    if (l & 1)
        x = wait_and_add(x);
    out[l] = x;
}
