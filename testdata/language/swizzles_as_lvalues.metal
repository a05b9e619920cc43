// Swizzles as targets, chained and on results; matrix columns; reinterpreted references.
// RUN: k31 --grid 1 --group 1 --buffer 0=float4:1,2,3,4,0,0,0,0,0,0,0,0,0,0,0,0 --buffer 1=float:zeros(4)
//      --expect 0=float4:1,2,3,4,1,2,4,6,8,4,0,0,5,10,4,6

#include <metal_stdlib>
using namespace metal;

kernel void k31(device float4* o [[buffer(0)]], device float* p [[buffer(1)]]) {
    float4 v = o[0];
    v.zw += v.xy;
    o[1] = v;
    o[2].xy = (v * 2).zyx.xy;
    device vec<float, 4>* q = reinterpret_cast<device vec<float, 4>*>(p);
    q[0].x = 1;
    float4x4 m(1);
    m[2].xy = v.xy;
    o[3] = m * v;
    thread vec<float, 2>& w = reinterpret_cast<thread vec<float,2>&>(v);
    w.x = 2;
}
