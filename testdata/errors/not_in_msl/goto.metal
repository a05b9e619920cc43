// There is no goto.

#include <metal_stdlib>
using namespace metal;

kernel void goto_test(device int* out [[buffer(0)]])
{
again: goto again; // ERROR
    out[0] = 1;
}
