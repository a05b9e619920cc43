// A forgotten guard: thread 3 reads the element after the last one.
// RUN: read_past_end --grid 4 --group 4 --buffer 0=float:iota(4) --buffer 1=float:zeros(4)

#include <metal_stdlib>
using namespace metal;

kernel void read_past_end(device const float* in [[buffer(0)]], device float* out [[buffer(1)]], uint i [[thread_position_in_grid]])
{
    out[i] = in[i + 1]; // FINDING: out-of-bounds thread 3
}
