// The best match by parameter type; an exact match beats a promotion.
// RUN: overloads --grid 1 --group 1 --buffer 0=int:zeros(5)
//      --expect 0=int:1,2,3,4,1

#include <metal_stdlib>
using namespace metal;

static int kind(int) { return 1; }
static int kind(float) { return 2; }
static int kind(float2) { return 3; }
static int kind(uint) { return 4; }

kernel void overloads(device int* out [[buffer(0)]])
{
    short s = 1;
    out[0] = kind(1);
    out[1] = kind(1.0f);
    out[2] = kind(float2(1));
    out[3] = kind(1u);
    out[4] = kind(s);
}
