// 10 += 5, *= 2, -= 6, /= 4, %= 4, <<= 3, |= 3, ^= 1, &= 26, >>= 1: 15 30 24 6 2 16 19 18 18 9.
// RUN: compound_assignment --grid 1 --group 1 --buffer 0=int:10
//      --expect 0=int:9

#include <metal_stdlib>
using namespace metal;

kernel void compound_assignment(device int* x [[buffer(0)]])
{
    *x += 5;
    *x *= 2;
    *x -= 6;
    *x /= 4;
    *x %= 4;
    *x <<= 3;
    *x |= 3;
    *x ^= 1;
    *x &= 26;
    *x >>= 1;
}
