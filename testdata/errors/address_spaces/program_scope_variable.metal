// Chapter 4: a variable at program scope lives in constant memory.

#include <metal_stdlib>
using namespace metal;

float scale = 2; // ERROR

kernel void program_scope_variable(device float* out [[buffer(0)]])
{
    out[0] = 1;
}
