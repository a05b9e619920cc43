// A parameter is a copy.
// RUN: by_value --grid 1 --group 1 --buffer 0=int:zeros(2)
//      --expect 0=int:11,1

#include <metal_stdlib>
using namespace metal;

static int plus_ten(int x)
{
    x += 10;
    return x;
}

kernel void by_value(device int* out [[buffer(0)]])
{
    int x = 1;
    out[0] = plus_ten(x);
    out[1] = x;
}
