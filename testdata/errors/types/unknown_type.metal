// A type that was never declared.

#include <metal_stdlib>
using namespace metal;

kernel void unknown_type(device int* out [[buffer(0)]])
{
    Vector3 v; // ERROR
    out[0] = 1;
}
