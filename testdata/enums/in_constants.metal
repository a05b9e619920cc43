// Enumerators as array sizes and buffer indices.
// RUN: in_constants --grid 1 --group 1 --buffer 3=int:zeros(2)
//      --expect 3=int:3,2

#include <metal_stdlib>
using namespace metal;

enum { First = 1, Second = First << 1, Count = 3, Output = Count };

kernel void in_constants(device int* out [[buffer(Output)]])
{
    int a[Count];
    out[0] = sizeof(a) / sizeof(int);
    out[1] = Second;
}
