// Each thread has its own local array.
// RUN: thread_copies_are_private --grid 4 --group 4 --buffer 0=int:zeros(4)
//      --expect 0=int:0,11,22,33

#include <metal_stdlib>
using namespace metal;

kernel void thread_copies_are_private(device int* out [[buffer(0)]], uint i [[thread_position_in_grid]])
{
    int mine[2] = {int(i), int(i) * 10};
    thread int* p = mine;
    p[0] += p[1];
    out[i] = mine[0];
}
