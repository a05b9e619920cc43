// A lane that takes part.
// RUN: broadcast_in_quad --simd-width 8 --grid 4 --group 4 --buffer 0=int:zeros(4)
//      --expect 0=int:2,2,2,0

#include <metal_stdlib>
using namespace metal;

kernel void broadcast_in_quad(device int* out [[buffer(0)]], uint i [[thread_position_in_grid]])
{
    if (i < 3)
        out[i] = quad_broadcast(int(i), 2);
}
