// A parameter pack, its size and a fold over +.
// RUN: pack_fold --grid 1 --group 1 --buffer 0=int:zeros(2)
//      --expect 0=int:10,4

#include <metal_stdlib>
using namespace metal;

template <typename... T>
int sum(T... values)
{
    return (values + ...);
}

template <typename... T>
int count(T...)
{
    return sizeof...(T);
}

kernel void pack_fold(device int* out [[buffer(0)]])
{
    out[0] = sum(1, 2, 3, 4);
    out[1] = count(1, 2.0f, true, 4u);
}
