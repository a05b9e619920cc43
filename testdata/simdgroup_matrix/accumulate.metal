// Ones times ones is 8 everywhere; accumulated onto 0.5 twice: 16.5.
// RUN: accumulate --grid 32 --group 32 --buffer 0=float:zeros(64)
//      --expect 0=float:fill(64,16.5)

#include <metal_stdlib>
using namespace metal;

kernel void accumulate(device float* out [[buffer(0)]])
{
    simdgroup_float8x8 one = make_filled_simdgroup_matrix<float, 8, 8>(1.0f);
    simdgroup_float8x8 acc = make_filled_simdgroup_matrix<float, 8, 8>(0.5f);
    for (int k = 0; k < 2; k++)
        simdgroup_multiply_accumulate(acc, one, one, acc);
    simdgroup_store(acc, out, 8);
}
