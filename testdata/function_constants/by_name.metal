// Set by name; two runs, two variants of one function.
// RUN: by_name --grid 2 --group 2 --constant use_square=true --buffer 0=float:3,4
//      --expect 0=float:9,16
// RUN: by_name --grid 2 --group 2 --constant use_square=false --buffer 0=float:3,4
//      --expect 0=float:6,8

#include <metal_stdlib>
using namespace metal;

constant bool use_square [[function_constant(5)]];

kernel void by_name(device float* data [[buffer(0)]], uint i [[thread_position_in_grid]])
{
    if (use_square)
        data[i] = data[i] * data[i];
    else
        data[i] = data[i] + data[i];
}
