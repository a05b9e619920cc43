// iota times a diagonal of 2 doubles every element.
// RUN: multiply --grid 32 --group 32 --buffer 0=float:iota(64) --buffer 1=float:zeros(64)
//      --expect 1=float:0,2,4,6,8,10,12,14,16,18,20,22,24,26,28,30,32,34,36,38,40,42,44,46,48,50,52,54,56,58,60,62,64,66,
//        68,70,72,74,76,78,80,82,84,86,88,90,92,94,96,98,100,102,104,106,108,110,112,114,116,118,120,122,124,126

#include <metal_stdlib>
using namespace metal;

kernel void multiply(device const float* in [[buffer(0)]], device float* out [[buffer(1)]])
{
    simdgroup_float8x8 a, d;
    simdgroup_float8x8 two = simdgroup_float8x8(2.0f);
    simdgroup_load(a, in, 8);
    simdgroup_multiply(d, a, two);
    simdgroup_store(d, out, 8);
}
