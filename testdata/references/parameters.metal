// A reference parameter changes the caller's variable.
// RUN: parameters --grid 1 --group 1 --buffer 0=int:zeros(2)
//      --expect 0=int:2,1

#include <metal_stdlib>
using namespace metal;

static void exchange(thread int& a, thread int& b)
{
    int t = a;
    a = b;
    b = t;
}

kernel void parameters(device int* out [[buffer(0)]])
{
    int x = 1, y = 2;
    exchange(x, y);
    out[0] = x;
    out[1] = y;
}
