// An entry point can't be overloaded: the API finds it by name.

#include <metal_stdlib>
using namespace metal;

kernel void overloaded_kernel(device int* out [[buffer(0)]])
{
    out[0] = 1;
}

kernel void overloaded_kernel(device float* out [[buffer(0)]]) // ERROR
{
    out[0] = 2;
}
