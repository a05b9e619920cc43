// Nor does a cast change the address space.

#include <metal_stdlib>
using namespace metal;

kernel void cast_test(constant int* in [[buffer(0)]], device int* out [[buffer(1)]])
{
    device int* p = (device int*)in; // ERROR
    out[0] = p[0];
}
