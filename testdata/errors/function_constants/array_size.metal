// Its value isn't known to the compiler: no array size.

#include <metal_stdlib>
using namespace metal;

constant int size [[function_constant(0)]];

kernel void array_size(device int* out [[buffer(0)]])
{
    int a[size]; // ERROR
    out[0] = 1;
}
