// continue goes to the step of the for loop, not past it.
// RUN: continue_runs_the_step --grid 1 --group 1 --buffer 0=int:zeros(2)
//      --expect 0=int:10,0

#include <metal_stdlib>
using namespace metal;

kernel void continue_runs_the_step(device int* out [[buffer(0)]])
{
    int k, done = 0;
    for (k = 0; k < 10; k++) {
        continue;
        done++;
    }
    out[0] = k;
    out[1] = done;
}
