// Section 5.8.1: a function constant has no initialiser.

#include <metal_stdlib>
using namespace metal;

constant int size [[function_constant(0)]] = 4; // ERROR

kernel void initialised(device int* out [[buffer(0)]])
{
    out[0] = 1;
}
