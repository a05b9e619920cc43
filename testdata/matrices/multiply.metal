// M = columns (1,2), (3,4). M * (1,10) = (31,42); (1,10) * M = (21,43); M * M has columns (7,10), (15,22).
// RUN: multiply --grid 1 --group 1 --buffer 0=float2:1,2,3,4,1,10 --buffer 1=float2:zeros(4)
//      --expect 1=float2:31,42,21,43,7,10,15,22

#include <metal_stdlib>
using namespace metal;

kernel void multiply(device const float2* in [[buffer(0)]], device float2* out [[buffer(1)]])
{
    float2x2 m = float2x2(in[0], in[1]);
    float2 v = in[2];
    out[0] = m * v;
    out[1] = v * m;
    float2x2 p = m * m;
    out[2] = p[0];
    out[3] = p[1];
}
