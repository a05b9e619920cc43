// && and || of bool vectors work by component, without short circuit; ! inverts.
// RUN: logical --grid 1 --group 1 --buffer 0=int4:zeros(3)
//      --expect 0=int4:1,0,0,0,1,1,1,0,0,0,1,1

#include <metal_stdlib>
using namespace metal;

kernel void logical(device int4* out [[buffer(0)]])
{
    bool4 a = bool4(true, true, false, false);
    bool4 b = bool4(true, false, true, false);
    out[0] = int4(a && b);
    out[1] = int4(a || b);
    out[2] = int4(!a);
}
