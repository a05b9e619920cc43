// Section 5.8.1: indices go up to 65535.

#include <metal_stdlib>
using namespace metal;

constant int size [[function_constant(65536)]]; // ERROR

kernel void index_range(device int* out [[buffer(0)]])
{
    out[0] = 1;
}
