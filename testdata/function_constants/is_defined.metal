// A constant that isn't set: is_function_constant_defined chooses a fallback.
// RUN: is_defined --grid 1 --group 1 --buffer 0=int:zeros(1)
//      --expect 0=int:16
// RUN: is_defined --grid 1 --group 1 --constant 0=5 --buffer 0=int:zeros(1)
//      --expect 0=int:5

#include <metal_stdlib>
using namespace metal;

constant int block [[function_constant(0)]];
constant int size = is_function_constant_defined(block) ? block : 16;

kernel void is_defined(device int* out [[buffer(0)]])
{
    out[0] = size;
}
