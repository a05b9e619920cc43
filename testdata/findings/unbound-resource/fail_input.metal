// The second buffer is missing.
// RUN: input --grid 2 --group 2 --buffer 0=float:zeros(2)

#include <metal_stdlib>
using namespace metal;

kernel void input(device float* out [[buffer(0)]],
                  device const float* in [[buffer(1)]], // FINDING: unbound-resource
                  uint i [[thread_position_in_grid]])
{
    out[i] = in[i];
}
