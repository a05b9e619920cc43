// A variable declared in a while condition lives for one turn.
// RUN: declaration_in_condition --grid 1 --group 1 --buffer 0=int:4,3,2,0,9 --buffer 1=int:zeros(1)
//      --expect 1=int:9

#include <metal_stdlib>
using namespace metal;

kernel void declaration_in_condition(device const int* in [[buffer(0)]], device int* out [[buffer(1)]])
{
    int k = 0, sum = 0;
    while (int v = in[k++])
        sum += v;
    out[0] = sum;
}
