// An attribute that doesn't exist.

#include <metal_stdlib>
using namespace metal;

kernel void unknown_attribute(device int* out [[buffer(0)]],
                              uint i [[thread_position_in_gird]]) // ERROR
{
    out[i] = 1;
}
