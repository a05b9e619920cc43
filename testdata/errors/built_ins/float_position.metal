// A position is ushort or uint.

#include <metal_stdlib>
using namespace metal;

kernel void float_position(device int* out [[buffer(0)]],
                           float i [[thread_position_in_grid]]) // ERROR
{
    out[0] = int(i);
}
