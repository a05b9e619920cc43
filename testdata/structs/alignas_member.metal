// alignas(16) moves the second member to byte 16 and the size to 32.
// RUN: alignas_member --grid 1 --group 1 --buffer 0=uint:zeros(2)
//      --expect 0=uint:32,16

#include <metal_stdlib>
using namespace metal;

struct Spread {
    float a;
    alignas(16) float b;
};

kernel void alignas_member(device uint* out [[buffer(0)]])
{
    out[0] = sizeof(Spread);
    out[1] = __builtin_offsetof(Spread, b);
}
