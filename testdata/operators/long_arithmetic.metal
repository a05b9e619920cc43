// 64-bit products, quotients and shifts.
// RUN: long_arithmetic --grid 1 --group 1 --buffer 0=long:3000000000,-7 --buffer 1=long:zeros(4)
//      --expect 1=long:9000000000000000000,-428571428,1099511627776,-1

#include <metal_stdlib>
using namespace metal;

kernel void long_arithmetic(device const long* in [[buffer(0)]], device long* out [[buffer(1)]])
{
    out[0] = in[0] * in[0];
    out[1] = in[0] / in[1];
    out[2] = 1L << 40;
    out[3] = in[1] >> 63;
}
