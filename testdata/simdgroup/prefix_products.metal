// Exclusive and inclusive products of 1..8.
// RUN: prefix_products --simd-width 8 --grid 8 --group 8 --buffer 0=int:zeros(8) --buffer 1=int:zeros(8)
//      --expect 0=int:1,1,2,6,24,120,720,5040 --expect 1=int:1,2,6,24,120,720,5040,40320

#include <metal_stdlib>
using namespace metal;

kernel void prefix_products(device int* exclusive [[buffer(0)]], device int* inclusive [[buffer(1)]],
                            uint i [[thread_position_in_grid]])
{
    exclusive[i] = simd_prefix_exclusive_product(int(i) + 1);
    inclusive[i] = simd_prefix_inclusive_product(int(i) + 1);
}
