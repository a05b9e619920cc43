// Whole threadgroups for ten elements: threads 10 and 11 write beyond the buffer.
// RUN: write_past_end --threadgroups 3 --group 4 --buffer 0=int:zeros(10)

#include <metal_stdlib>
using namespace metal;

kernel void write_past_end(device int* out [[buffer(0)]], uint i [[thread_position_in_grid]])
{
    out[i] = 1; // FINDING: out-of-bounds thread 10
}
