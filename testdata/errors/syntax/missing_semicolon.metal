// The error is reported where the semicolon belongs, at the end of the line.

#include <metal_stdlib>
using namespace metal;

kernel void missing_semicolon(device int* out [[buffer(0)]])
{
    out[0] = 1 // ERROR
}
