// The body runs once even when the condition is false from the start.
// RUN: do_while --grid 4 --group 4 --buffer 0=int:zeros(4)
//      --expect 0=int:1,1,2,3

#include <metal_stdlib>
using namespace metal;

kernel void do_while(device int* out [[buffer(0)]], uint i [[thread_position_in_grid]])
{
    int turns = 0;
    do
        turns++;
    while (turns < int(i));
    out[i] = turns;
}
