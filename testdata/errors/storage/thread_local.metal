// Section 5.3: thread_local isn't supported.

#include <metal_stdlib>
using namespace metal;

thread_local int x; // ERROR

kernel void thread_local_test(device int* out [[buffer(0)]])
{
    out[0] = 1;
}
