// Both sides shrink: 2^5 leaves.
// RUN: two_branches --grid 1 --group 1 --buffer 0=int:5
//      --expect 0=int:32

#include <metal_stdlib>
using namespace metal;

static int tree(int n) { return n < 1 ? 1 : tree(n - 1) + tree(n - 1); }

kernel void two_branches(device int* data [[buffer(0)]])
{
    data[0] = tree(data[0]);
}
