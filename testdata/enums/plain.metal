// Values count on from the last one; an enumerator converts to int.
// RUN: plain --grid 1 --group 1 --buffer 0=int:zeros(4)
//      --expect 0=int:0,1,10,11

#include <metal_stdlib>
using namespace metal;

enum Kind { Point, Line, Triangle = 10, Quad };

kernel void plain(device int* out [[buffer(0)]])
{
    Kind k = Quad;
    out[0] = Point;
    out[1] = Line;
    out[2] = Triangle;
    out[3] = k;
}
