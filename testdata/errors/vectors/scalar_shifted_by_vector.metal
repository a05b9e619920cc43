// If the left operand of a shift is a scalar, so is the right.

#include <metal_stdlib>
using namespace metal;

kernel void scalar_shifted_by_vector(device int2* out [[buffer(0)]])
{
    int x = 1;
    out[0] = x << int2(1, 2); // ERROR
}
