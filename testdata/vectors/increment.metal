// ++ and -- on integer vectors.
// RUN: increment --grid 1 --group 1 --buffer 0=int2:zeros(3)
//      --expect 0=int2:1,5,2,6,1,5

#include <metal_stdlib>
using namespace metal;

kernel void increment(device int2* out [[buffer(0)]])
{
    int2 v = int2(1, 5);
    out[0] = v++;
    out[1] = v--;
    out[2] = v;
}
