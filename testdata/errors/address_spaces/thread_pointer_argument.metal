// Chapter 4: a kernel's pointer arguments are device, constant or threadgroup, never thread.

#include <metal_stdlib>
using namespace metal;

kernel void thread_pointer_argument(thread int* data [[buffer(0)]]) // ERROR
{
    data[0] = 1;
}
