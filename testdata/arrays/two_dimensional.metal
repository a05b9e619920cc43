// int a[2][3] is row-major; sizeof gives both extents.
// RUN: two_dimensional --grid 1 --group 1 --buffer 0=int:zeros(4)
//      --expect 0=int:6,4,3,2

#include <metal_stdlib>
using namespace metal;

kernel void two_dimensional(device int* out [[buffer(0)]])
{
    int a[2][3] = {{1, 2, 3}, {4, 5, 6}};
    out[0] = a[1][2];
    out[1] = a[1][0];
    out[2] = sizeof(a[0]) / sizeof(a[0][0]);
    out[3] = sizeof(a) / sizeof(a[0]);
}
