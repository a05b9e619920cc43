// All lanes leave.
// RUN: one_lane --grid 4 --group 4 --max-steps 100000 --buffer 0=int:zeros(4)
//      --expect 0=int:2,3,2,1

#include <metal_stdlib>
using namespace metal;

kernel void one_lane(device int* out [[buffer(0)]], uint i [[thread_position_in_grid]])
{
    int x = i;
    do x ^= 2; while (x == 0);
    out[i] = x;
}
