// Bases, digit separators and suffixes: decimal, hexadecimal, octal, binary.
// RUN: integers --grid 1 --group 1 --buffer 0=int:zeros(6)
//      --expect 0=int:42,255,8,10,1000000,-2147483648

#include <metal_stdlib>
using namespace metal;

kernel void integers(device int* out [[buffer(0)]])
{
    out[0] = 42;
    out[1] = 0xFF;
    out[2] = 010;
    out[3] = 0b1010;
    out[4] = 1'000'000;
    out[5] = -2147483647 - 1;
}
