// A const reference prolongs a temporary's life.
// RUN: const_binds_temporary --grid 1 --group 1 --buffer 0=int:zeros(1)
//      --expect 0=int:12

#include <metal_stdlib>
using namespace metal;

static int plus_one(thread const int& x)
{
    return x + 1;
}

kernel void const_binds_temporary(device int* out [[buffer(0)]])
{
    const thread int& five = 2 + 3;
    out[0] = plus_one(five * 2) + 1;
}
