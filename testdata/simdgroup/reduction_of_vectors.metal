// Component by component, also in half.
// RUN: reduction_of_vectors --simd-width 4 --grid 4 --group 4 --buffer 0=float2:1,10,2,20,3,30,4,40 --buffer 1=float2:zeros(4)
//      --buffer 2=half:zeros(4)
//      --expect 1=float2:10,100,10,100,10,100,10,100 --expect 2=half:4,4,4,4

#include <metal_stdlib>
using namespace metal;

kernel void reduction_of_vectors(device const float2* in [[buffer(0)]], device float2* out [[buffer(1)]], device half* most [[buffer(2)]],
                                 uint i [[thread_position_in_grid]])
{
    out[i] = simd_sum(in[i]);
    most[i] = simd_max(half(in[i].x));
}
