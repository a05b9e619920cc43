// A table in constant memory with an index from a buffer.
// RUN: constant_table --grid 2 --group 2 --buffer 0=uint:1,3 --buffer 1=float:zeros(2)

#include <metal_stdlib>
using namespace metal;

constant float weights[3] = {0.25f, 0.5f, 0.25f};

kernel void constant_table(device const uint* index [[buffer(0)]], device float* out [[buffer(1)]],
                           uint i [[thread_position_in_grid]])
{
    out[i] = weights[index[i]]; // FINDING: out-of-bounds thread 1
}
