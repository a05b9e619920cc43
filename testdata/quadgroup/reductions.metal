// Groups of four lanes: 1..4 and 5..8.
// RUN: reductions --simd-width 8 --grid 8 --group 8 --buffer 0=int:1,2,3,4,5,6,7,8 --buffer 1=int:zeros(8) --buffer 2=int:zeros(8)
//      --expect 1=int:10,10,10,10,26,26,26,26 --expect 2=int:24,24,24,24,1680,1680,1680,1680

#include <metal_stdlib>
using namespace metal;

kernel void reductions(device const int* in [[buffer(0)]], device int* sum [[buffer(1)]], device int* product [[buffer(2)]],
                       uint i [[thread_position_in_grid]])
{
    sum[i] = quad_sum(in[i]);
    product[i] = quad_product(in[i]);
}
