// Lane 0 has returned.
// RUN: after_return --simd-width 4 --grid 4 --group 4 --buffer 0=int:zeros(4)

#include <metal_stdlib>
using namespace metal;

kernel void after_return(device int* out [[buffer(0)]], uint i [[thread_position_in_grid]])
{
    if (i == 0)
        return;
    out[i] = simd_broadcast(int(i), 0); // FINDING: inactive-lane thread 1
}
