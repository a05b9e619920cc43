// Only the branch that is taken is compiled for T.
// RUN: if_constexpr --grid 1 --group 1 --buffer 0=float:zeros(2)
//      --expect 0=float:7,2.5

#include <metal_stdlib>
using namespace metal;

template <typename T>
float last(T v)
{
    if constexpr (is_same_v<T, float3>)
        return v.z;
    else
        return v;
}

kernel void if_constexpr(device float* out [[buffer(0)]])
{
    out[0] = last(float3(5, 6, 7));
    out[1] = last(2.5f);
}
