// A buffer bound as a reference to a struct: a uniform block.
// RUN: buffer_argument --grid 2 --group 2 --buffer 0=float:2,100 --buffer 1=float:zeros(2)
//      --expect 1=float:100,102

#include <metal_stdlib>
using namespace metal;

struct Uniforms {
    float scale;
    float offset;
};

kernel void buffer_argument(constant Uniforms& u [[buffer(0)]], device float* out [[buffer(1)]], uint i [[thread_position_in_grid]])
{
    out[i] = i * u.scale + u.offset;
}
