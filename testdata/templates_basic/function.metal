// T is deduced from the argument.
// RUN: function --grid 1 --group 1 --buffer 0=float:zeros(3)
//      --expect 0=float:9,6.25,8

#include <metal_stdlib>
using namespace metal;

template <typename T>
T square(T x)
{
    return x * x;
}

kernel void function(device float* out [[buffer(0)]])
{
    out[0] = square(3);
    out[1] = square(2.5f);
    out[2] = square(int2(2, 2)).x + square(float2(2)).y;
}
