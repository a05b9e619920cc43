// A program-scope constant made from function constants.
// RUN: derived --grid 1 --group 1 --constant a=1 --constant b=true --buffer 0=int:zeros(2)
//      --expect 0=int:1,4
// RUN: derived --grid 1 --group 1 --constant a=3 --constant b=true --buffer 0=int:zeros(2)
//      --expect 0=int:0,12

#include <metal_stdlib>
using namespace metal;

constant int a [[function_constant(0)]];
constant bool b [[function_constant(2)]];
constant bool c = (a == 1) && b;
constant int d = a * 4;

kernel void derived(device int* out [[buffer(0)]])
{
    out[0] = c;
    out[1] = d;
}
