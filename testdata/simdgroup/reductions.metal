// Over a SIMD-group of eight: 1..8.
// RUN: reductions --simd-width 8 --grid 8 --group 8 --buffer 0=int:1,2,3,4,5,6,7,8 --buffer 1=int:zeros(7)
//      --expect 1=int:36,40320,1,8,0,15,8

#include <metal_stdlib>
using namespace metal;

kernel void reductions(device const int* in [[buffer(0)]], device int* out [[buffer(1)]], uint i [[thread_position_in_grid]])
{
    int v = in[i];
    int sum = simd_sum(v), product = simd_product(v), least = simd_min(v), most = simd_max(v);
    int a = simd_and(v), o = simd_or(v), x = simd_xor(v);
    if (i == 0) {
        out[0] = sum;
        out[1] = product;
        out[2] = least;
        out[3] = most;
        out[4] = a;
        out[5] = o;
        out[6] = x;
    }
}
