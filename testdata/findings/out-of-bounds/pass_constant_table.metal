// A valid index.
// RUN: constant_table --grid 2 --group 2 --buffer 0=uint:1,2 --buffer 1=float:zeros(2)
//      --expect 1=float:0.5,0.25

#include <metal_stdlib>
using namespace metal;

constant float weights[3] = {0.25f, 0.5f, 0.25f};

kernel void constant_table(device const uint* index [[buffer(0)]], device float* out [[buffer(1)]],
                           uint i [[thread_position_in_grid]])
{
    out[i] = weights[index[i]];
}
