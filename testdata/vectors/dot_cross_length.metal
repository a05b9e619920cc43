// dot((1,2,3),(4,5,6)) = 32; their cross product is (-3,6,-3); |(3,4,0)| = 5.
// RUN: dot_cross_length --grid 1 --group 1 --buffer 0=float3:1,2,3,4,5,6,3,4,0 --buffer 1=float:zeros(2) --buffer 2=float3:zeros(1)
//      --expect 1=float:32,5 --expect 2=float3:-3,6,-3

#include <metal_stdlib>
using namespace metal;

kernel void dot_cross_length(device const float3* in [[buffer(0)]], device float* out [[buffer(1)]], device float3* normal [[buffer(2)]])
{
    out[0] = dot(in[0], in[1]);
    out[1] = length(in[2]);
    normal[0] = cross(in[0], in[1]);
}
