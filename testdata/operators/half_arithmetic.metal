// half operations round to half: 2048 + 1 stays 2048; 0.1h + 0.2h is 0x34cc; 300 * 300 overflows.
// RUN: half_arithmetic --grid 1 --group 1 --buffer 0=half:2048,1,0.1,0.2,300 --buffer 1=half:zeros(4)
//      --expect 1=ushort:0x6800,0x34cc,0x7c00,0x3555

#include <metal_stdlib>
using namespace metal;

kernel void half_arithmetic(device const half* in [[buffer(0)]], device half* out [[buffer(1)]])
{
    out[0] = in[0] + in[1];
    out[1] = in[2] + in[3];
    out[2] = in[4] * in[4];
    out[3] = in[1] / 3.0h;
}
