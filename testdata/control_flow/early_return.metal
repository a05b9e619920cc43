// Lanes that return stay out of everything that follows, also inside loops.
// RUN: early_return --grid 4 --group 4 --buffer 0=int:fill(4,-1)
//      --expect 0=int:-1,10,21,32

#include <metal_stdlib>
using namespace metal;

kernel void early_return(device int* out [[buffer(0)]], uint i [[thread_position_in_grid]])
{
    if (i == 0)
        return;
    out[i] = i * 10;
    for (int k = 0; k < 5; k++) {
        if (k + 1 == int(i))
            return;
        out[i] += 1;
    }
}
