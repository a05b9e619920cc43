// break needs a loop or a switch.

#include <metal_stdlib>
using namespace metal;

kernel void break_outside_loop(device int* out [[buffer(0)]])
{
    out[0] = 1;
    break; // ERROR
}
