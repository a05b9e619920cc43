// bfloat and half don't mix in an operator.

#include <metal_stdlib>
using namespace metal;

kernel void bfloat_and_half(device float* out [[buffer(0)]], constant half& h [[buffer(1)]], constant bfloat& b [[buffer(2)]])
{
    out[0] = h + b; // ERROR
}
