// metal:: names need no using-directive; scalar types need no qualifier.
// RUN: plain --grid 2 --group 2 --buffer 0=float:4,9
//      --expect 0=float:2,3

#include <metal_stdlib>

kernel void plain(device float* data [[buffer(0)]], uint i [[thread_position_in_grid]])
{
    metal::float2 v = metal::float2(data[i], 0.0f);
    data[i] = metal::sqrt(v.x + v.y);
}
