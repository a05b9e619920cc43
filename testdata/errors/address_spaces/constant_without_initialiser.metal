// Section 4.2: a constant variable is initialised where it is declared.

#include <metal_stdlib>
using namespace metal;

constant float scale; // ERROR

kernel void constant_without_initialiser(device float* out [[buffer(0)]])
{
    out[0] = 1;
}
