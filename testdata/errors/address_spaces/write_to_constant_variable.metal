// Section 4.2: constant variables can't be written.

#include <metal_stdlib>
using namespace metal;

constant int table[2] = {1, 2};

kernel void write_to_constant_variable(device int* out [[buffer(0)]])
{
    table[0] = 3; // ERROR
    out[0] = table[0];
}
