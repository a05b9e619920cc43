// n shrinks: twenty calls.
// RUN: endless_recursion --grid 1 --group 1 --buffer 0=int:20
//      --expect 0=int:20

#include <metal_stdlib>
using namespace metal;

static int depth(int n) { return n == 0 ? 0 : depth(n - 1) + 1; }

kernel void endless_recursion(device int* data [[buffer(0)]])
{
    data[0] = depth(data[0]);
}
