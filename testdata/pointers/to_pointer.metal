// A pointer to a local pointer.
// RUN: to_pointer --grid 1 --group 1 --buffer 0=int:7,8 --buffer 1=int:zeros(1)
//      --expect 1=int:8

#include <metal_stdlib>
using namespace metal;

static void advance(thread device const int** p)
{
    ++*p;
}

kernel void to_pointer(device const int* in [[buffer(0)]], device int* out [[buffer(1)]])
{
    device const int* p = in;
    advance(&p);
    *out = *p;
}
