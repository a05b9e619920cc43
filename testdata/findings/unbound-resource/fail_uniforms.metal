// A constant reference without its buffer.
// RUN: uniforms --grid 2 --group 2 --buffer 0=int:zeros(2)

#include <metal_stdlib>
using namespace metal;

struct Uniforms {
    int scale;
};

kernel void uniforms(device int* out [[buffer(0)]],
                     constant Uniforms& u [[buffer(3)]], // FINDING: unbound-resource
                     uint i [[thread_position_in_grid]])
{
    out[i] = i * u.scale;
}
