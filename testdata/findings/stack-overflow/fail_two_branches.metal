// A recursion tree that doesn't shrink on its left side.
// RUN: two_branches --grid 1 --group 1 --buffer 0=int:5

#include <metal_stdlib>
using namespace metal;

static int tree(int n) { return n < 1 ? 1 : tree(n) + tree(n - 1); } // FINDING: stack-overflow

kernel void two_branches(device int* data [[buffer(0)]])
{
    data[0] = tree(data[0]);
}
