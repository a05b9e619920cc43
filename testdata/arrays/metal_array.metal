// array<T, N> copies by value, knows its size and works with range-for.
// RUN: metal_array --grid 1 --group 1 --buffer 0=int:zeros(3)
//      --expect 0=int:10,4,1

#include <metal_stdlib>
using namespace metal;

kernel void metal_array(device int* out [[buffer(0)]])
{
    array<int, 4> a = {1, 2, 3, 4};
    array<int, 4> b = a;
    b[0] = 100;
    int sum = 0;
    for (int v : a)
        sum += v;
    out[0] = sum;
    out[1] = a.size();
    out[2] = a[0];
}
