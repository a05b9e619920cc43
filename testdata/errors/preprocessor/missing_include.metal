// A file that can't be found.

#include <metal_stdlib>
using namespace metal;

#include "no_such_file.h" // ERROR: E0203

kernel void missing_include(device int* out [[buffer(0)]])
{
    out[0] = 1;
}
