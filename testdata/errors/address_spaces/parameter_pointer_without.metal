// Chapter 4: nor may a helper's parameter leave it out.

#include <metal_stdlib>
using namespace metal;

static int load(const int* p) // ERROR
{
    return *p;
}

kernel void parameter_pointer_without(device int* out [[buffer(0)]])
{
    out[0] = 1;
}
