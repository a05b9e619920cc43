// Odd lanes vote yes: 0b10101010 = 170.
// RUN: votes --simd-width 8 --grid 8 --group 8 --buffer 0=uint:zeros(8)
//      --expect 0=uint:1170,170,170,170,170,170,170,170

#include <metal_stdlib>
using namespace metal;

kernel void votes(device uint* out [[buffer(0)]], uint i [[thread_position_in_grid]])
{
    bool odd = (i & 1) != 0;
    uint ballot = uint(ulong(simd_ballot(odd)) & 0xFF);
    bool any = simd_any(odd), all = simd_all(odd), always = simd_all(i < 8);
    out[i] = ballot + (any && !all && always && simd_is_first() ? 1000 : 0);
}
