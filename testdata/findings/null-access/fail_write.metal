// A store through a null pointer.
// RUN: write --grid 1 --group 1 --buffer 0=ulong:0

#include <metal_stdlib>
using namespace metal;

struct Arguments {
    device int* out;
};

kernel void write(constant Arguments& a [[buffer(0)]])
{
    a.out[0] = 1; // FINDING: null-access thread 0
}
