// Gravity on four bodies, softened by 0.01. rsqrt is correctly rounded in precise mode; the tolerance leaves room for
// the order inside dot().
//
// RUN: nbody --grid 4 --group 4
//      --buffer 0=float4:0,0,0,1,1,0,0,2,0,2,0,3,0.5,-1,1.5,4 --buffer 1=float4:zeros(4) --buffer 2=uint:4
//      --expect 1=float4:2.2745075,0.13892215,0.912411,0,-1.5568475,-0.07322371,0.912411,0,0.22956744,
//        -0.9130696,0.15365201,0,0.037621245,0.68668354,-0.79954726,0
//      --tolerance 1e-6,1e-5

#include <metal_stdlib>
using namespace metal;

kernel void nbody(device const float4* pos [[buffer(0)]],
                  device float4* acc [[buffer(1)]],
                  constant uint& n [[buffer(2)]],
                  uint i [[thread_position_in_grid]])
{
    float3 p = pos[i].xyz, a = float3(0.0f);
    for (uint j = 0; j < n; j++) {
        float4 q = pos[j];
        float3 d = q.xyz - p;
        float r2 = dot(d, d) + 0.01f;
        float inv = rsqrt(r2);
        a += d * (q.w * inv * inv * inv);
    }
    acc[i] = float4(a, 0.0f);
}
