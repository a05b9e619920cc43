// The right side is read before anything is written: v.xyz = v.yzx rotates.
// RUN: overlapping --grid 1 --group 1 --buffer 0=int3:zeros(1)
//      --expect 0=int3:2,3,1

#include <metal_stdlib>
using namespace metal;

kernel void overlapping(device int3* out [[buffer(0)]])
{
    int3 v = int3(1, 2, 3);
    v.xyz = v.yzx;
    out[0] = v;
}
