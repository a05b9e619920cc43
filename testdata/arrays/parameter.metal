// An array argument arrives as a pointer; a reference to an array keeps its size.
// RUN: parameter --grid 1 --group 1 --buffer 0=int:zeros(2)
//      --expect 0=int:6,12

#include <metal_stdlib>
using namespace metal;

static int sum(thread const int* values, int n)
{
    int s = 0;
    for (int i = 0; i < n; i++)
        s += values[i];
    return s;
}

static void twice(thread int (&values)[3])
{
    for (int i = 0; i < 3; i++)
        values[i] *= 2;
}

kernel void parameter(device int* out [[buffer(0)]])
{
    int a[3] = {1, 2, 3};
    out[0] = sum(a, 3);
    twice(a);
    out[1] = sum(a, 3);
}
