// It stops when steps is 10 and returns 11; the nine calls before it add one each.
// RUN: member_function --grid 1 --group 1 --buffer 0=int:1
//      --expect 0=int:20

#include <metal_stdlib>
using namespace metal;

struct Walker {
    int steps;
    int walk() { return steps++ > 9 ? steps : walk() + 1; }
};

kernel void member_function(device int* data [[buffer(0)]])
{
    Walker w = {data[0]};
    data[0] = w.walk();
}
