// Round to nearest even: 2^24 + 1 goes down, 2^24 + 3 goes up, 0xFFFFFFFF becomes 2^32.
// RUN: int_to_float --grid 1 --group 1 --buffer 0=uint:16777217,16777219,0xFFFFFFFF --buffer 1=float:zeros(4)
//      --expect 1=float:16777216,16777220,4294967296,-1

#include <metal_stdlib>
using namespace metal;

kernel void int_to_float(device const uint* in [[buffer(0)]], device float* out [[buffer(1)]])
{
    out[0] = in[0];
    out[1] = in[1];
    out[2] = in[2];
    out[3] = int(in[2]);
}
