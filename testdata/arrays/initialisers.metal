// Elements left out are zero; without a size the list decides.
// RUN: initialisers --grid 1 --group 1 --buffer 0=int:zeros(5)
//      --expect 0=int:1,0,0,3,0

#include <metal_stdlib>
using namespace metal;

kernel void initialisers(device int* out [[buffer(0)]])
{
    int a[3] = {1};
    int b[] = {5, 6, 7};
    int c[2] = {};
    out[0] = a[0];
    out[1] = a[1];
    out[2] = a[2];
    out[3] = sizeof(b) / sizeof(int);
    out[4] = c[1];
}
