// Below 2^24 every step counts.
// RUN: float_step --grid 1 --group 1 --max-steps 100000 --buffer 0=float:16777210 --buffer 1=float:16777214
//      --expect 0=float:16777214

#include <metal_stdlib>
using namespace metal;

kernel void float_step(device float* x [[buffer(0)]], constant float& end [[buffer(1)]])
{
    for (; x[0] < end; x[0] += 1.0f) x[0] += 0.0f;
}
