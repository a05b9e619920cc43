// One smaller threadgroup.
// RUN: group_larger_than_grid --grid 3 --group 64 --buffer 0=uint:zeros(3)
//      --expect 0=uint:3,3,3

#include <metal_stdlib>
using namespace metal;

kernel void group_larger_than_grid(device uint* out [[buffer(0)]], uint i [[thread_position_in_grid]], uint n [[threads_per_threadgroup]])
{
    out[i] = n;
}
