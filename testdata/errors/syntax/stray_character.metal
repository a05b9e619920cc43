// A character that no token begins with.

#include <metal_stdlib>
using namespace metal;

kernel void stray_character(device int* out [[buffer(0)]])
{
    out[0] = 1 @ 2; // ERROR: E0101
}
