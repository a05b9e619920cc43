// A function that returns a reference is an l-value.
// RUN: returned --grid 1 --group 1 --buffer 0=int:zeros(2)
//      --expect 0=int:1,9

#include <metal_stdlib>
using namespace metal;

static thread int& larger(thread int& a, thread int& b)
{
    return a > b ? a : b;
}

kernel void returned(device int* out [[buffer(0)]])
{
    int x = 1, y = 2;
    larger(x, y) = 9;
    out[0] = x;
    out[1] = y;
}
