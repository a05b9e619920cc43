// A constant column beyond the last.

#include <metal_stdlib>
using namespace metal;

kernel void column_index(device float2* out [[buffer(0)]])
{
    float2x2 m = float2x2(1);
    out[0] = m[2]; // ERROR
}
