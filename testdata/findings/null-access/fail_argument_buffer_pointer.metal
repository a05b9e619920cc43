// An argument buffer whose pointer was never filled in.
// RUN: argument_buffer_pointer --grid 1 --group 1 --buffer 0=ulong:0 --buffer 1=int:zeros(1)

#include <metal_stdlib>
using namespace metal;

struct Arguments {
    device const int* in;
};

kernel void argument_buffer_pointer(constant Arguments& a [[buffer(0)]], device int* out [[buffer(1)]])
{
    out[0] = a.in[0]; // FINDING: null-access thread 0
}
