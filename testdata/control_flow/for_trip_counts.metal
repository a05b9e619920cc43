// Lanes leave the loop after a different number of turns: i turns sum 0 + 1 + ... + (i - 1).
// RUN: for_trip_counts --grid 6 --group 6 --buffer 0=int:zeros(6)
//      --expect 0=int:0,0,1,3,6,10

#include <metal_stdlib>
using namespace metal;

kernel void for_trip_counts(device int* out [[buffer(0)]], uint i [[thread_position_in_grid]])
{
    int sum = 0;
    for (uint k = 0; k < i; k++)
        sum += k;
    out[i] = sum;
}
