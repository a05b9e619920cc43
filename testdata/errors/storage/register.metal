// Nor is register.

#include <metal_stdlib>
using namespace metal;

kernel void register_test(device int* out [[buffer(0)]])
{
    register int x = 1; // ERROR
    out[0] = x;
}
