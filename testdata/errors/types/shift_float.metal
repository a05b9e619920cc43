// Shifts are for integers.

#include <metal_stdlib>
using namespace metal;

kernel void shift_float(device float* out [[buffer(0)]])
{
    out[0] = out[1] << 1; // ERROR
}
