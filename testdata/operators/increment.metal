// Prefix gives the new value, postfix the old one.
// RUN: increment --grid 1 --group 1 --buffer 0=int:zeros(5)
//      --expect 0=int:5,7,7,5,5

#include <metal_stdlib>
using namespace metal;

kernel void increment(device int* out [[buffer(0)]])
{
    int x = 5;
    out[0] = x++;
    out[1] = ++x;
    out[2] = x--;
    out[3] = --x;
    out[4] = x;
}
