// 3 x 3 Gaussian with clamped edges, a loop over taps with a small table indexed at run time. All values are
// multiples of 1/16, so every sum is exact.
//
// RUN: blur3x3 --grid 4,3 --group 4,3
//      --buffer 0=float:16,0,0,8,0,0,32,0,4,0,0,64 --buffer 1=float:zeros(12)
//      --buffer 2=int:4 --buffer 3=int:3
//      --expect 1=float:9,5,5.5,6.5,3.75,5.25,12.5,17.5,2.25,2.75,16,38

#include <metal_stdlib>
using namespace metal;

constant float weight[3] = {0.25f, 0.5f, 0.25f};

kernel void blur3x3(device const float* src [[buffer(0)]],
                    device float* dst [[buffer(1)]],
                    constant int& w [[buffer(2)]],
                    constant int& h [[buffer(3)]],
                    uint2 p [[thread_position_in_grid]])
{
    int x = p.x, y = p.y;
    if (x >= w || y >= h)
        return;
    float acc = 0.0f;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++) {
            int sx = clamp(x + dx, 0, w - 1), sy = clamp(y + dy, 0, h - 1);
            acc += weight[dy + 1] * weight[dx + 1] * src[sy * w + sx];
        }
    dst[y * w + x] = acc;
}
