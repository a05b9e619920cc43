// The last lane that exists.
// RUN: broadcast_beyond_partial_group --simd-width 4 --grid 3 --group 3 --buffer 0=int:zeros(3)
//      --expect 0=int:2,2,2

#include <metal_stdlib>
using namespace metal;

kernel void broadcast_beyond_partial_group(device int* out [[buffer(0)]], uint i [[thread_position_in_grid]])
{
    out[i] = simd_broadcast(int(i), 2);
}
