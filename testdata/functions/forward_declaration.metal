// Called before its definition.
// RUN: forward_declaration --grid 4 --group 4 --buffer 0=int:zeros(4)
//      --expect 0=int:1,3,5,7

#include <metal_stdlib>
using namespace metal;

int twice_plus_one(int x);

kernel void forward_declaration(device int* out [[buffer(0)]], uint i [[thread_position_in_grid]])
{
    out[i] = twice_plus_one(i);
}

int twice_plus_one(int x)
{
    return 2 * x + 1;
}
