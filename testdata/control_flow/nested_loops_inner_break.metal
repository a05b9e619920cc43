// break leaves the inner loop only: 3 turns outside, inside 0 + 1 + 2 additions.
// RUN: nested_loops_inner_break --grid 1 --group 1 --buffer 0=int:zeros(2)
//      --expect 0=int:3,3

#include <metal_stdlib>
using namespace metal;

kernel void nested_loops_inner_break(device int* out [[buffer(0)]])
{
    int outer = 0, inner = 0;
    for (int a = 0; a < 3; a++) {
        for (int b = 0; b < 3; b++) {
            if (b == a)
                break;
            inner++;
        }
        outer++;
    }
    out[0] = outer;
    out[1] = inner;
}
