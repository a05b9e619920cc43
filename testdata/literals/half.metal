// h is half: 1/3 rounds to 0x3555; 2049 is halfway between 2048 and 2050 and goes to even.
// RUN: half_test --grid 1 --group 1 --buffer 0=half:zeros(4)
//      --expect 0=ushort:0x3555,0x3c00,0x6800,0x7bff

#include <metal_stdlib>
using namespace metal;

kernel void half_test(device half* out [[buffer(0)]])
{
    out[0] = 0.33333333h;
    out[1] = 1.0H;
    out[2] = 2049.0h;
    out[3] = 65504.0h;
}
