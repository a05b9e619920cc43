// A const local keeps its value.

#include <metal_stdlib>
using namespace metal;

kernel void assign_to_const(device int* out [[buffer(0)]])
{
    const int x = 1;
    x = 2; // ERROR
    out[0] = x;
}
