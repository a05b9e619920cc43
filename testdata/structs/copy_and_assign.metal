// Assignment copies all members; the copy is independent.
// RUN: copy_and_assign --grid 1 --group 1 --buffer 0=int:zeros(4)
//      --expect 0=int:1,2,9,2

#include <metal_stdlib>
using namespace metal;

struct Pair {
    int a, b;
};

kernel void copy_and_assign(device int* out [[buffer(0)]])
{
    Pair p = {1, 2};
    Pair q = p;
    q.a = 9;
    out[0] = p.a;
    out[1] = p.b;
    out[2] = q.a;
    out[3] = q.b;
}
