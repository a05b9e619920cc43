// Nothing to write to.
// RUN: output --grid 2 --group 2 --buffer 0=float:zeros(2)

#include <metal_stdlib>
using namespace metal;

kernel void output(device const float* in [[buffer(0)]],
                   device float* out [[buffer(1)]], // FINDING: unbound-resource
                   uint i [[thread_position_in_grid]])
{
    out[i] = in[i];
}
