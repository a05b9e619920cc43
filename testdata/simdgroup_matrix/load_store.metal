// An 8 x 8 matrix through a SIMD-group, stored transposed: element (r, c) of 0..63 lands at (c, r).
// RUN: load_store --grid 32 --group 32 --buffer 0=float:iota(64) --buffer 1=float:zeros(64)
//      --expect 1=float:0,8,16,24,32,40,48,56,1,9,17,25,33,41,49,57,2,10,18,26,34,42,50,58,3,11,19,27,35,43,51,59,4,12,
//        20,28,36,44,52,60,5,13,21,29,37,45,53,61,6,14,22,30,38,46,54,62,7,15,23,31,39,47,55,63

#include <metal_stdlib>
using namespace metal;

kernel void load_store(device const float* in [[buffer(0)]], device float* out [[buffer(1)]])
{
    simdgroup_float8x8 m;
    simdgroup_load(m, in, 8);
    simdgroup_store(m, out, 8, ulong2(0), true);
}
