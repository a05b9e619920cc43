// Escape times on an 8 x 8 raster: every lane leaves the loop at its own iteration.
//
// RUN: mandelbrot --grid 8,8 --group 8,8
//      --buffer 0=uint:zeros(64) --buffer 1=uint:8 --buffer 2=uint:8 --buffer 3=uint:32
//      --expect 0=uint:1,1,2,2,2,2,2,2,1,2,3,3,3,5,3,2,1,3,3,4,6,32,5,3,1,4,14,7,32,32,32,4,32,32,32,32,32,
//        32,32,4,1,4,14,7,32,32,32,4,1,3,3,4,6,32,5,3,1,2,3,3,3,5,3,2

#include <metal_stdlib>
using namespace metal;

kernel void mandelbrot(device uint* out [[buffer(0)]],
                       constant uint& w [[buffer(1)]],
                       constant uint& h [[buffer(2)]],
                       constant uint& maxit [[buffer(3)]],
                       uint2 p [[thread_position_in_grid]])
{
    float cx = -2.0f + 3.0f * float(p.x) / float(w);
    float cy = -1.5f + 3.0f * float(p.y) / float(h);
    float x = 0.0f, y = 0.0f;
    uint it = 0;
    while (it < maxit) {
        float x2 = x * x, y2 = y * y;
        if (x2 + y2 > 4.0f)
            break;
        y = 2.0f * x * y + cy;
        x = x2 - y2 + cx;
        it++;
    }
    out[p.y * w + p.x] = it;
}
