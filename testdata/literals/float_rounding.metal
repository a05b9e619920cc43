// A literal is rounded once, to float: 16777217 is halfway and goes to even, 0.1 is 0x3dcccccd, the last one underflows
// to the smallest subnormal.
// RUN: float_rounding --grid 1 --group 1 --buffer 0=float:zeros(5)
//      --expect 0=uint:0x4b800000,0x4b800002,0x3dcccccd,0x3f800001,0x00000001

#include <metal_stdlib>
using namespace metal;

kernel void float_rounding(device float* out [[buffer(0)]])
{
    out[0] = 16777217.0f;
    out[1] = 16777219.0f;
    out[2] = 0.1f;
    out[3] = 1.00000012f;
    out[4] = 1.4e-45f;
}
