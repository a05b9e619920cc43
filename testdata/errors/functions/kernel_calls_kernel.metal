// Section 5.1: kernel, vertex and fragment functions can't call each other.

#include <metal_stdlib>
using namespace metal;

kernel void inner(device int* out [[buffer(0)]])
{
    out[0] = 1;
}

kernel void kernel_calls_kernel(device int* out [[buffer(0)]])
{
    inner(out); // ERROR
}
