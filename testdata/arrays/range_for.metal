// By value and by reference.
// RUN: range_for --grid 1 --group 1 --buffer 0=int:zeros(1)
//      --expect 0=int:66

#include <metal_stdlib>
using namespace metal;

kernel void range_for(device int* out [[buffer(0)]])
{
    int a[3] = {1, 2, 3};
    for (thread int& v : a)
        v += 20;
    int sum = 0;
    for (int v : a)
        sum += v;
    out[0] = sum;
}
