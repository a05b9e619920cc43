// Section 4.2: constant memory is read-only.

#include <metal_stdlib>
using namespace metal;

kernel void write_through_constant_pointer(constant int* in [[buffer(0)]], device int* out [[buffer(1)]])
{
    in[0] = 3; // ERROR
    out[0] = in[0];
}
