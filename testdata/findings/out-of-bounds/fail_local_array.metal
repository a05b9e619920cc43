// One turn too many over an array on the stack.
// RUN: local_array --grid 1 --group 1 --buffer 0=int:zeros(1) --buffer 1=int:4

#include <metal_stdlib>
using namespace metal;

kernel void local_array(device int* out [[buffer(0)]], constant int& last [[buffer(1)]])
{
    int a[4] = {1, 2, 3, 4};
    int sum = 0;
    for (int k = 0; k <= last; k++)
        sum += a[k]; // FINDING: out-of-bounds thread 0
    out[0] = sum;
}
