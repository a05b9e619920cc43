// A function constant stands at program scope.

#include <metal_stdlib>
using namespace metal;

kernel void local(device int* out [[buffer(0)]])
{
    const int size [[function_constant(0)]] = 1; // ERROR
    out[0] = size;
}
