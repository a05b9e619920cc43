// Section 5.1.3: [[max_total_threads_per_threadgroup]] belongs to kernels, object and mesh functions.

#include <metal_stdlib>
using namespace metal;

[[max_total_threads_per_threadgroup(64)]] static int helper(int x) // ERROR
{
    return x;
}

kernel void max_threads_on_helper(device int* out [[buffer(0)]])
{
    out[0] = 1;
}
