// A local array written and read with run-time indices: a reversed copy.
// RUN: local --grid 1 --group 1 --buffer 0=int:3,1,4,1,5 --buffer 1=int:zeros(5)
//      --expect 1=int:5,1,4,1,3

#include <metal_stdlib>
using namespace metal;

kernel void local(device const int* in [[buffer(0)]], device int* out [[buffer(1)]])
{
    int copy[5];
    for (int i = 0; i < 5; i++)
        copy[4 - i] = in[i];
    for (int i = 0; i < 5; i++)
        out[i] = copy[i];
}
