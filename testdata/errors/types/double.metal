// There is no double.

#include <metal_stdlib>
using namespace metal;

kernel void double_test(device float* out [[buffer(0)]])
{
    double x = 1.0; // ERROR
    out[0] = 1;
}
