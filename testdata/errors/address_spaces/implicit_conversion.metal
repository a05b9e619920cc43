// Pointers into different address spaces don't convert into each other.

#include <metal_stdlib>
using namespace metal;

kernel void implicit_conversion(device int* data [[buffer(0)]])
{
    thread int* p = data; // ERROR
    *p = 1;
}
