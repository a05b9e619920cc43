// A member function that calls itself without end.
// RUN: member_function --grid 1 --group 1 --buffer 0=int:1

#include <metal_stdlib>
using namespace metal;

struct Walker {
    int steps;
    int walk() { return steps++ < 0 ? steps : walk() + 1; } // FINDING: stack-overflow
};

kernel void member_function(device int* data [[buffer(0)]])
{
    Walker w = {data[0]};
    data[0] = w.walk();
}
