// The pointer is filled in.
// RUN: argument_buffer_pointer --grid 1 --group 1 --buffer 0=address:2 --buffer 1=int:zeros(1) --buffer 2=int:42
//      --expect 1=int:42

#include <metal_stdlib>
using namespace metal;

struct Arguments {
    device const int* in;
};

kernel void argument_buffer_pointer(constant Arguments& a [[buffer(0)]], device int* out [[buffer(1)]])
{
    out[0] = a.in[0];
}
