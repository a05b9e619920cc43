// A constant index beyond the last component.

#include <metal_stdlib>
using namespace metal;

kernel void constant_index(device float* out [[buffer(0)]])
{
    float2 v = float2(1);
    out[0] = v[2]; // ERROR
}
