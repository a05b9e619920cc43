// A false static_assert stops the compiler.

#include <metal_stdlib>
using namespace metal;

static_assert(sizeof(float3) == 12, "float3 takes 16 bytes"); // ERROR

kernel void static_assert_test(device int* out [[buffer(0)]])
{
    out[0] = 1;
}
