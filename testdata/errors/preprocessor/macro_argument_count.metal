// A macro of two parameters called with three arguments.

#include <metal_stdlib>
using namespace metal;

#define ADD(a, b) ((a) + (b))

kernel void macro_argument_count(device int* out [[buffer(0)]])
{
    out[0] = ADD(1, 2, 3); // ERROR: E0211
}
