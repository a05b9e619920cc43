// Set by index: bool, int, float and a vector.
// RUN: scalar_types --grid 1 --group 1 --constant 0=true --constant 1=-7 --constant 2=2.5 --constant 3=1,2,3
//      --buffer 0=float:zeros(4)
//      --expect 0=float:1,-7,2.5,6

#include <metal_stdlib>
using namespace metal;

constant bool flag [[function_constant(0)]];
constant int whole [[function_constant(1)]];
constant float real [[function_constant(2)]];
constant int3 three [[function_constant(3)]];

kernel void scalar_types(device float* out [[buffer(0)]])
{
    out[0] = flag ? 1 : 0;
    out[1] = whole;
    out[2] = real;
    out[3] = three.x + three.y + three.z;
}
