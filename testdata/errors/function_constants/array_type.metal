// Section 5.8.1: no arrays.

#include <metal_stdlib>
using namespace metal;

constant int sizes[2] [[function_constant(0)]]; // ERROR

kernel void array_type_test(device int* out [[buffer(0)]])
{
    out[0] = 1;
}
