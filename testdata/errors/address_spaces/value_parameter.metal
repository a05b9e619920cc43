// A by-value parameter has no address space of its own.

#include <metal_stdlib>
using namespace metal;

static int twice(device int x) // ERROR
{
    return 2 * x;
}

kernel void value_parameter(device int* out [[buffer(0)]])
{
    out[0] = 1;
}
