// A matrix has no components x, y, z, w.

#include <metal_stdlib>
using namespace metal;

kernel void swizzle(device float2* out [[buffer(0)]])
{
    float2x2 m = float2x2(1);
    out[0] = m.x; // ERROR
}
