// Section 4.4: threadgroup variables are allocated in kernel, mesh and object functions only.

#include <metal_stdlib>
using namespace metal;

static int helper(uint l)
{
    threadgroup int s[4]; // ERROR
    s[l] = 1;
    return s[l];
}

kernel void threadgroup_outside_kernel(device int* out [[buffer(0)]], uint l [[thread_index_in_threadgroup]])
{
    out[l] = helper(l);
}
