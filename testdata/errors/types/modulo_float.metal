// % is for integers; fmod for floats.

#include <metal_stdlib>
using namespace metal;

kernel void modulo_float(device float* out [[buffer(0)]])
{
    out[0] = out[1] % 2.0f; // ERROR
}
