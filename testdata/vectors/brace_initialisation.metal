// Braces list the components, in a declaration and in a return.
// RUN: brace_initialisation --grid 1 --group 1 --buffer 0=int3:zeros(2)
//      --expect 0=int3:1,2,3,4,5,6

#include <metal_stdlib>
using namespace metal;

static int3 make(int a)
{
    return {a, a + 1, a + 2};
}

kernel void brace_initialisation(device int3* out [[buffer(0)]])
{
    int3 v = {1, 2, 3};
    out[0] = v;
    out[1] = make(4);
}
