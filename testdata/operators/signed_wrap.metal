// deburr's choice for signed overflow is two's complement, as GPUs do.
// RUN: signed_wrap --grid 1 --group 1 --buffer 0=int:2147483647,-2147483648 --buffer 1=int:zeros(4)
//      --expect 1=int:-2147483648,-2,2147483647,-2147483648

#include <metal_stdlib>
using namespace metal;

kernel void signed_wrap(device const int* in [[buffer(0)]], device int* out [[buffer(1)]])
{
    out[0] = in[0] + 1;
    out[1] = in[0] * 2;
    out[2] = in[1] - 1;
    out[3] = -in[1];
}
