// Named members; those left out are zero.
// RUN: designated_initialisers --grid 1 --group 1 --buffer 0=int:zeros(3)
//      --expect 0=int:7,0,9

#include <metal_stdlib>
using namespace metal;

struct Options {
    int first, second, third;
};

kernel void designated_initialisers(device int* out [[buffer(0)]])
{
    Options o = {.first = 7, .third = 9};
    out[0] = o.first;
    out[1] = o.second;
    out[2] = o.third;
}
