// An argument that the function never uses need not be bound.
// RUN: input --grid 2 --group 2 --buffer 0=float:zeros(2)
//      --expect 0=float:1,1

#include <metal_stdlib>
using namespace metal;

kernel void input(device float* out [[buffer(0)]],
                  device const float* in [[buffer(1)]],
                  uint i [[thread_position_in_grid]])
{
    out[i] = 1;
}
