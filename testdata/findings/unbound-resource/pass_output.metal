// Both are there.
// RUN: output --grid 2 --group 2 --buffer 0=float:3,4 --buffer 1=float:zeros(2)
//      --expect 1=float:3,4

#include <metal_stdlib>
using namespace metal;

kernel void output(device const float* in [[buffer(0)]],
                   device float* out [[buffer(1)]],
                   uint i [[thread_position_in_grid]])
{
    out[i] = in[i];
}
