// A user's function wins over the library's when it fits exactly; the library's stays for other types.
// RUN: named_like_built_ins --grid 1 --group 1 --buffer 0=float:zeros(2) --buffer 1=int:zeros(1)
//      --expect 0=float:42,2 --expect 1=int:7

#include <metal_stdlib>
using namespace metal;

struct Angle {
    float degrees;
};

static Angle max(Angle a, Angle b)
{
    return a.degrees > b.degrees ? a : b;
}

kernel void named_like_built_ins(device float* out [[buffer(0)]], device int* whole [[buffer(1)]])
{
    out[0] = max(Angle{42}, Angle{5}).degrees;
    out[1] = max(1.0f, 2.0f);
    whole[0] = max(7, 3);
}
