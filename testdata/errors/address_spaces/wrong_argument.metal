// A thread pointer where the function wants a device pointer.

#include <metal_stdlib>
using namespace metal;

static void store(device int* p)
{
    *p = 1;
}

kernel void wrong_argument(device int* out [[buffer(0)]])
{
    int x = 0;
    store(&x); // ERROR
    out[0] = x;
}
