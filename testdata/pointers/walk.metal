// A loop with pointers in place of indices.
// RUN: walk --grid 1 --group 1 --buffer 0=float:1,2,3,4 --buffer 1=float:zeros(1)
//      --expect 1=float:10

#include <metal_stdlib>
using namespace metal;

kernel void walk(device const float* in [[buffer(0)]], device float* out [[buffer(1)]])
{
    float sum = 0;
    for (device const float *p = in, *end = in + 4; p != end; p++)
        sum += *p;
    *out = sum;
}
