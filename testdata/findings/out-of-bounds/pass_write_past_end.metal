// The same dispatch with the usual guard.
// RUN: write_past_end --threadgroups 3 --group 4 --buffer 0=int:zeros(10) --buffer 1=uint:10
//      --expect 0=int:fill(10,1)

#include <metal_stdlib>
using namespace metal;

kernel void write_past_end(device int* out [[buffer(0)]], constant uint& n [[buffer(1)]], uint i [[thread_position_in_grid]])
{
    if (i < n)
        out[i] = 1;
}
