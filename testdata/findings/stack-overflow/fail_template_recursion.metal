// A template function whose recursion depends on a run-time value that never becomes 0.
// RUN: template_recursion --grid 1 --group 1 --buffer 0=int:3

#include <metal_stdlib>
using namespace metal;

template <typename T>
T collapse(T x) { return x == T(0) ? T(0) : collapse(x * x) + T(1); } // FINDING: stack-overflow

kernel void template_recursion(device int* data [[buffer(0)]])
{
    data[0] = int(collapse(float(data[0]) / 3.0f));
}
