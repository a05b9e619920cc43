// A struct of buffer pointers and inline data: two 8-byte addresses.
// RUN: pointers --grid 3 --group 3 --buffer 0=address:1,2 --buffer 1=float:1,2,3 --buffer 2=float:zeros(3)
//      --expect 2=float:2,4,6

#include <metal_stdlib>
using namespace metal;

struct Arguments {
    device const float* in [[id(0)]];
    device float* out [[id(1)]];
};

kernel void pointers(constant Arguments& a [[buffer(0)]], uint i [[thread_position_in_grid]])
{
    a.out[i] = a.in[i] * 2;
}
