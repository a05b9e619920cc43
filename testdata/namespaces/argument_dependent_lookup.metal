// A function is found in the namespace of its argument's type.
// RUN: argument_dependent_lookup --grid 1 --group 1 --buffer 0=int:zeros(1)
//      --expect 0=int:12

#include <metal_stdlib>
using namespace metal;

namespace shapes {
struct Rect {
    int w, h;
};
static int area(Rect r) { return r.w * r.h; }
}

kernel void argument_dependent_lookup(device int* out [[buffer(0)]])
{
    shapes::Rect r = {3, 4};
    out[0] = area(r);
}
