// Lane i stays for i + 1 turns, so turn k has lanes k..7 active: 8 - k of them. Lane i adds 8 + 7 + ... + (8 - i).
// RUN: active_mask_in_loop --simd-width 8 --grid 8 --group 8 --buffer 0=uint:zeros(8)
//      --expect 0=uint:8,15,21,26,30,33,35,36

#include <metal_stdlib>
using namespace metal;

kernel void active_mask_in_loop(device uint* out [[buffer(0)]], uint i [[thread_position_in_grid]])
{
    uint total = 0;
    for (uint k = 0; k <= i; k++)
        total += simd_sum(1u);
    out[i] = total;
}
