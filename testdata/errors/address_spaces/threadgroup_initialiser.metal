// Threadgroup memory starts undefined: no initialiser.

#include <metal_stdlib>
using namespace metal;

kernel void threadgroup_initialiser(device int* out [[buffer(0)]])
{
    threadgroup int total = 0; // ERROR
    out[0] = total;
}
