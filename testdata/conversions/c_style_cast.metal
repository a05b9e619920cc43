// (T)x, T(x) and static_cast<T>(x) are the same conversion.
// RUN: c_style_cast --grid 1 --group 1 --buffer 0=float:zeros(3)
//      --expect 0=float:3,3,3

#include <metal_stdlib>
using namespace metal;

kernel void c_style_cast(device float* out [[buffer(0)]])
{
    float x = 3.75f;
    out[0] = (int)x;
    out[1] = int(x);
    out[2] = static_cast<int>(x);
}
