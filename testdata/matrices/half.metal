// half matrices: 4 bytes a column of two; products in half.
// RUN: half_test --grid 1 --group 1 --buffer 0=half2:zeros(1) --buffer 1=uint:zeros(1)
//      --expect 0=half2:5,11 --expect 1=uint:8

#include <metal_stdlib>
using namespace metal;

kernel void half_test(device half2* out [[buffer(0)]], device uint* size [[buffer(1)]])
{
    half2x2 m = half2x2(1, 3, 2, 4);
    out[0] = m * half2(1, 2);
    size[0] = sizeof(half2x2);
}
