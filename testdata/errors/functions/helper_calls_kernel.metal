// Section 5.1: nor can a helper call a kernel.

#include <metal_stdlib>
using namespace metal;

kernel void fill(device int* out [[buffer(0)]])
{
    out[0] = 1;
}

static void helper(device int* out)
{
    fill(out); // ERROR
}

kernel void g(device int* out [[buffer(0)]])
{
    helper(out);
}
