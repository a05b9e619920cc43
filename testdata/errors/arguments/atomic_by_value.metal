// An atomic object can't be copied into a parameter.

#include <metal_stdlib>
using namespace metal;

static int load(atomic_int a) // ERROR
{
    return 1;
}

kernel void atomic_by_value(device int* out [[buffer(0)]])
{
    out[0] = 1;
}
