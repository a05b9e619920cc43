// Right-associative, and only the chosen side runs: the division by zero of i = 0 doesn't happen.
// RUN: ternary --grid 4 --group 4 --buffer 0=int:zeros(4)
//      --expect 0=int:-1,12,6,4

#include <metal_stdlib>
using namespace metal;

kernel void ternary(device int* out [[buffer(0)]], uint i [[thread_position_in_grid]])
{
    int n = int(i);
    out[i] = n == 0 ? -1 : n == 1 ? 12 : 12 / n;
}
