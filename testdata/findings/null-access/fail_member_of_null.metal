// A member at an offset from null is null too, not address 4.
// RUN: member_of_null --grid 1 --group 1 --buffer 0=int:zeros(1)

#include <metal_stdlib>
using namespace metal;

struct Node {
    int key;
    int value;
};

static int value_of(device const Node* n)
{
    return n->value; // FINDING: null-access thread 0
}

kernel void member_of_null(device int* out [[buffer(0)]])
{
    out[0] = value_of(nullptr);
}
