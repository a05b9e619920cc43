// The left neighbour of the first element.
// RUN: negative_index --grid 4 --group 4 --buffer 0=int:iota(4) --buffer 1=int:zeros(4)

#include <metal_stdlib>
using namespace metal;

kernel void negative_index(device const int* in [[buffer(0)]], device int* out [[buffer(1)]], uint i [[thread_position_in_grid]])
{
    int left = int(i) - 1;
    out[i] = in[left]; // FINDING: out-of-bounds thread 0
}
