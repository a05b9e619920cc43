// An #if without its #endif is reported where it begins.

#include <metal_stdlib>
using namespace metal;

#if 1 // ERROR: E0205

kernel void unterminated_if(device int* out [[buffer(0)]])
{
    out[0] = 1;
}
