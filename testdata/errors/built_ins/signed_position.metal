// A signed type isn't allowed either.

#include <metal_stdlib>
using namespace metal;

kernel void signed_position(device int* out [[buffer(0)]],
                            int i [[thread_position_in_grid]]) // ERROR
{
    out[i] = 1;
}
