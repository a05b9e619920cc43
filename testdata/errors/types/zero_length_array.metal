// An array has at least one element.

#include <metal_stdlib>
using namespace metal;

kernel void zero_length_array(device int* out [[buffer(0)]])
{
    int a[0]; // ERROR
    out[0] = 1;
}
