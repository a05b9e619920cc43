// Missing arguments take their defaults, from the right.
// RUN: default_arguments --grid 1 --group 1 --buffer 0=int:zeros(3)
//      --expect 0=int:123,143,543

#include <metal_stdlib>
using namespace metal;

static int digits(int a = 1, int b = 2, int c = 3)
{
    return a * 100 + b * 10 + c;
}

kernel void default_arguments(device int* out [[buffer(0)]])
{
    out[0] = digits();
    out[1] = digits(1, 4);
    out[2] = digits(5, 4, 3);
}
