// Nested conditions in a loop, all divergent; lanes meet again after each construct. Odd lanes take i mod 4 turns: the first adds
// 10, the others 1.
// RUN: nested_divergence --grid 8 --group 8 --buffer 0=int:zeros(8)
//      --expect 0=int:1000,1011,1002,1015,1104,1115,1106,1119

#include <metal_stdlib>
using namespace metal;

kernel void nested_divergence(device int* out [[buffer(0)]], uint i [[thread_position_in_grid]])
{
    int x = i;
    if (i & 1) {
        for (uint k = 0; k < (i & 3); k++) {
            if (k == 0)
                x += 10;
            else
                x += 1;
        }
    }
    if (i >= 4)
        x += 100;
    out[i] = x + 1000;
}
