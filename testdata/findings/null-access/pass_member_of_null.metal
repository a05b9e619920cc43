// The function checks its argument.
// RUN: member_of_null --grid 1 --group 1 --buffer 0=int:zeros(1)
//      --expect 0=int:-1

#include <metal_stdlib>
using namespace metal;

struct Node {
    int key;
    int value;
};

static int value_of(device const Node* n)
{
    return n ? n->value : -1;
}

kernel void member_of_null(device int* out [[buffer(0)]])
{
    out[0] = value_of(nullptr);
}
