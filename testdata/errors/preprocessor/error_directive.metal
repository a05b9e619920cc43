// #error stops with its text.

#include <metal_stdlib>
using namespace metal;

#error "choose a tile size" // ERROR: E0207

kernel void error_directive(device int* out [[buffer(0)]])
{
    out[0] = 1;
}
