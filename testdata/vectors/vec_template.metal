// vec<T, N> is the same type as TN.
// RUN: vec_template --grid 1 --group 1 --buffer 0=float4:1,2,3,4 --buffer 1=float2:zeros(1) --buffer 2=int:zeros(1)
//      --expect 1=float2:4,6 --expect 2=int:1

#include <metal_stdlib>
using namespace metal;

kernel void vec_template(device const float4* in [[buffer(0)]], device float2* out [[buffer(1)]], device int* same [[buffer(2)]])
{
    vec<float, 4> v = in[0];
    vec<float, 2> low = v.xy;
    out[0] = low + v.zw;
    same[0] = is_same_v<vec<float, 4>, float4>;
}
