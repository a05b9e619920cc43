// An argument that exists only when its condition holds; without it nothing needs to be bound.
// RUN: optional_argument --grid 2 --group 2 --constant has_bias=true --buffer 0=float:1,2 --buffer 1=float:10,20
//      --expect 0=float:11,22
// RUN: optional_argument --grid 2 --group 2 --constant has_bias=false --buffer 0=float:1,2
//      --expect 0=float:1,2

#include <metal_stdlib>
using namespace metal;

constant bool has_bias [[function_constant(0)]];

kernel void optional_argument(device float* data [[buffer(0)]],
                              device const float* bias [[buffer(1), function_constant(has_bias)]],
                              uint i [[thread_position_in_grid]])
{
    if (has_bias)
        data[i] += bias[i];
}
