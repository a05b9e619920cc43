// With mask 2 even lanes meet even lanes.
// RUN: shuffle_xor --simd-width 4 --grid 4 --group 4 --buffer 0=int:zeros(4)
//      --expect 0=int:2,0,0,0

#include <metal_stdlib>
using namespace metal;

kernel void shuffle_xor(device int* out [[buffer(0)]], uint i [[thread_position_in_grid]])
{
    if ((i & 1) == 0)
        out[i] = simd_shuffle_xor(int(i), 2);
}
