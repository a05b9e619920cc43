// A member that the struct doesn't have.

#include <metal_stdlib>
using namespace metal;

struct Pair {
    int a, b;
};

kernel void unknown_member(device int* out [[buffer(0)]])
{
    Pair p = {1, 2};
    out[0] = p.c; // ERROR
}
