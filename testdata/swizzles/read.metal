// Any pattern of one to four letters, repeated ones too; rgba is xyzw.
// RUN: read --grid 1 --group 1 --buffer 0=float4:1,2,3,4 --buffer 1=float4:zeros(4) --buffer 2=float:zeros(2)
//      --expect 1=float4:4,3,2,1,1,1,2,2,3,2,1,4,2,3,2,3 --expect 2=float:3,4

#include <metal_stdlib>
using namespace metal;

kernel void read(device const float4* in [[buffer(0)]], device float4* out [[buffer(1)]], device float* one [[buffer(2)]])
{
    float4 v = in[0];
    out[0] = v.wzyx;
    out[1] = v.xxyy;
    out[2] = v.bgra;
    out[3] = float4(v.yz, v.gb);
    one[0] = v.z;
    one[1] = v.a;
}
