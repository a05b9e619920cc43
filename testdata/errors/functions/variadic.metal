// C variadic functions don't exist in MSL.

#include <metal_stdlib>
using namespace metal;

static int sum(int count, ...) // ERROR
{
    return count;
}

kernel void variadic_test(device int* out [[buffer(0)]])
{
    out[0] = 1;
}
