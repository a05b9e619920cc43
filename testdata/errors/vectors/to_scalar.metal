// A vector isn't a scalar.

#include <metal_stdlib>
using namespace metal;

kernel void to_scalar(device float* out [[buffer(0)]])
{
    float2 v = float2(1);
    out[0] = v; // ERROR
}
