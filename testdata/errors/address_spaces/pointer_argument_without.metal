// Chapter 4: every pointer argument of a kernel names an address space.

#include <metal_stdlib>
using namespace metal;

kernel void pointer_argument_without(float* data [[buffer(0)]], uint i [[thread_position_in_grid]]) // ERROR
{
    data[i] = 1;
}
