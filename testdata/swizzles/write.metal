// A swizzle on the left writes these components and leaves the others.
// RUN: write --grid 1 --group 1 --buffer 0=float4:zeros(4)
//      --expect 0=float4:1,20,30,4,4,2,3,1,1,2,13,14,9,2,9,4

#include <metal_stdlib>
using namespace metal;

kernel void write(device float4* out [[buffer(0)]])
{
    float4 v = float4(1, 2, 3, 4);
    v.yz = float2(20, 30);
    out[0] = v;
    v = float4(1, 2, 3, 4);
    v.xw = v.wx;
    out[1] = v;
    v = float4(1, 2, 3, 4);
    v.zw += 10;
    out[2] = v;
    v = float4(1, 2, 3, 4);
    v.rb = 9;
    out[3] = v;
}
