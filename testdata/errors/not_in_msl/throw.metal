// No exceptions.

#include <metal_stdlib>
using namespace metal;

kernel void throw_test(device int* out [[buffer(0)]])
{
    throw 1; // ERROR
}
