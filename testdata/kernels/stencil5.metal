// Five-point diffusion step on a 5 x 4 image with one hot pixel; the border is copied. Groups of 4 x 4 leave a
// partial threadgroup on the right.
//
// RUN: stencil5 --grid 5,4 --group 4,4
//      --buffer 0=float:0,0.1,0.2,0.3,0.4,0.5,0.6,9.5,0.8,0.9,1,1.1,1.2,1.3,1.4,1.5,1.6,1.7,1.8,1.9
//      --buffer 1=float:zeros(20) --buffer 2=uint:5 --buffer 3=uint:4
//      --expect 1=float:0,0.1,0.2,0.3,0.4,0.5,2.3600001,2.4599996,2.5600002,0.9,1,1.1,2.96,1.3,1.4,1.5,1.6,
//        1.7,1.8,1.9

#include <metal_stdlib>
using namespace metal;

kernel void stencil5(device const float* src [[buffer(0)]],
                     device float* dst [[buffer(1)]],
                     constant uint& w [[buffer(2)]],
                     constant uint& h [[buffer(3)]],
                     uint2 p [[thread_position_in_grid]])
{
    if (p.x >= w || p.y >= h)
        return;
    uint i = p.y * w + p.x;
    if (p.x == 0 || p.y == 0 || p.x == w - 1 || p.y == h - 1) {
        dst[i] = src[i];
        return;
    }
    float c = src[i];
    float lap = src[i - 1] + src[i + 1] + src[i - w] + src[i + w] - 4.0f * c;
    dst[i] = c + 0.2f * lap;
}
