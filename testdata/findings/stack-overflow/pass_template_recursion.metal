// Halving an integer ends: 3, 1, 0.
// RUN: template_recursion --grid 1 --group 1 --buffer 0=int:3
//      --expect 0=int:2

#include <metal_stdlib>
using namespace metal;

template <typename T>
T collapse(T x) { return x == T(0) ? T(0) : collapse(x / T(2)) + T(1); }

kernel void template_recursion(device int* data [[buffer(0)]])
{
    data[0] = collapse(data[0]);
}
