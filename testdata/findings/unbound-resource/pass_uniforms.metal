// Bound at the index that the attribute names.
// RUN: uniforms --grid 2 --group 2 --buffer 0=int:zeros(2) --buffer 3=int:5
//      --expect 0=int:0,5

#include <metal_stdlib>
using namespace metal;

struct Uniforms {
    int scale;
};

kernel void uniforms(device int* out [[buffer(0)]],
                     constant Uniforms& u [[buffer(3)]],
                     uint i [[thread_position_in_grid]])
{
    out[i] = i * u.scale;
}
