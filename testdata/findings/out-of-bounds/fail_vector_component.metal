// v[i] with i = 4 on a four-component vector.
// RUN: vector_component --grid 5 --group 5 --buffer 0=int:zeros(5)

#include <metal_stdlib>
using namespace metal;

kernel void vector_component(device int* out [[buffer(0)]], uint i [[thread_position_in_grid]])
{
    int4 v = int4(1, 2, 3, 4);
    out[i] = v[i]; // FINDING: out-of-bounds thread 4
}
