// The index is masked.
// RUN: vector_component --grid 5 --group 5 --buffer 0=int:zeros(5)
//      --expect 0=int:1,2,3,4,1

#include <metal_stdlib>
using namespace metal;

kernel void vector_component(device int* out [[buffer(0)]], uint i [[thread_position_in_grid]])
{
    int4 v = int4(1, 2, 3, 4);
    out[i] = v[i & 3];
}
