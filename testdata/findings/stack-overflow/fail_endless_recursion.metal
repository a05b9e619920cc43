// The end is never reached: n grows.
// RUN: endless_recursion --grid 1 --group 1 --buffer 0=int:1

#include <metal_stdlib>
using namespace metal;

static int depth(int n) { return n == 0 ? 0 : depth(n + 1) + 1; } // FINDING: stack-overflow

kernel void endless_recursion(device int* data [[buffer(0)]])
{
    data[0] = depth(data[0]);
}
