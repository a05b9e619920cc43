// Threadgroup memory handed to a function by pointer and by reference; the helper has the barrier.
// RUN: passed_to_function --grid 8 --group 8 --buffer 0=int:1,2,3,4,5,6,7,8 --buffer 1=int:zeros(8)
//      --expect 1=int:36,36,36,36,36,36,36,36

#include <metal_stdlib>
using namespace metal;

static int group_sum(threadgroup int* scratch, threadgroup int& total, int value, uint l, uint n)
{
    scratch[l] = value;
    threadgroup_barrier(mem_flags::mem_threadgroup);
    if (l == 0) {
        int sum = 0;
        for (uint k = 0; k < n; k++)
            sum += scratch[k];
        total = sum;
    }
    threadgroup_barrier(mem_flags::mem_threadgroup);
    return total;
}

kernel void passed_to_function(device const int* in [[buffer(0)]], device int* out [[buffer(1)]],
                               uint l [[thread_index_in_threadgroup]], uint n [[threads_per_threadgroup]])
{
    threadgroup int scratch[8];
    threadgroup int total;
    out[l] = group_sum(scratch, total, in[l], l, n);
}
