// 16777216 + 1 is 16777216 in float: the loop never reaches its end.
// RUN: float_step --grid 1 --group 1 --max-steps 100000 --buffer 0=float:16777210 --buffer 1=float:16777220

#include <metal_stdlib>
using namespace metal;

kernel void float_step(device float* x [[buffer(0)]], constant float& end [[buffer(1)]])
{
    for (; x[0] < end; x[0] += 1.0f) x[0] += 0.0f; // FINDING: step-limit
}
