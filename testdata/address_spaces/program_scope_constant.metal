// constant variables of every kind at program scope: scalar, vector, array, struct, one made from another.
// RUN: program_scope_constant --grid 3 --group 3 --buffer 0=int:zeros(3)
//      --expect 0=int:123,134,145

#include <metal_stdlib>
using namespace metal;

constant int base = 100;
constant int3 step_xyz = int3(1, 2, 3);
constant int table[3] = {10, 20, 30};
constant int derived = base + 10;
struct Pair {
    int a, b;
};
constant Pair pair = {2, 0};

kernel void program_scope_constant(device int* out [[buffer(0)]], uint i [[thread_position_in_grid]])
{
    out[i] = derived + table[i] + step_xyz[i] + pair.a + pair.b;
}
