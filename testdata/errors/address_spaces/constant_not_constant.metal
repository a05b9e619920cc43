// Section 4.2: the initialiser is a core constant expression; this function isn't constexpr.

#include <metal_stdlib>
using namespace metal;

static int compute()
{
    return 3;
}

constant int value = compute(); // ERROR

kernel void constant_not_constant(device int* out [[buffer(0)]])
{
    out[0] = 1;
}
