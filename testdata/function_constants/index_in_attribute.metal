// A buffer index that is itself a function constant.
// RUN: index_in_attribute --grid 1 --group 1 --constant slot=3 --buffer 3=int:zeros(1)
//      --expect 3=int:42

#include <metal_stdlib>
using namespace metal;

constant int slot [[function_constant(0)]];

kernel void index_in_attribute(device int* out [[buffer(slot)]])
{
    out[0] = 42;
}
