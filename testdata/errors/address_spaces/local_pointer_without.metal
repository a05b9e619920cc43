// Chapter 4: a pointer declaration without an address space is an error, also for locals.

#include <metal_stdlib>
using namespace metal;

kernel void local_pointer_without(device int* out [[buffer(0)]])
{
    int x = 1;
    int* p = &x; // ERROR
    out[0] = *p;
}
