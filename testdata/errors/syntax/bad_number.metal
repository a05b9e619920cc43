// 09 isn't octal.

#include <metal_stdlib>
using namespace metal;

kernel void bad_number(device int* out [[buffer(0)]])
{
    out[0] = 09; // ERROR
}
