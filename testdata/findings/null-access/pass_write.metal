// The same store into a buffer.
// RUN: write --grid 1 --group 1 --buffer 0=address:1 --buffer 1=int:zeros(1)
//      --expect 1=int:1

#include <metal_stdlib>
using namespace metal;

struct Arguments {
    device int* out;
};

kernel void write(constant Arguments& a [[buffer(0)]])
{
    a.out[0] = 1;
}
