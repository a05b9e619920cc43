// The condition is a scalar; a scalar branch widens to the other's vector type.
// RUN: ternary_on_vectors --grid 2 --group 2 --buffer 0=float2:zeros(2)
//      --expect 0=float2:1,2,7,7

#include <metal_stdlib>
using namespace metal;

kernel void ternary_on_vectors(device float2* out [[buffer(0)]], uint i [[thread_position_in_grid]])
{
    float2 v = float2(1, 2);
    out[i] = i == 0 ? v : float2(7.0f);
}
