// 3 x 3 box filter on packed RGBA bytes: uchar4 to uint4 and back.
//
// RUN: boxrgba8 --grid 3,2 --group 3,2
//      --buffer 0=uchar4:0,40,80,120,10,51,92,133,20,62,104,146,30,73,116,152,40,84,121,165,50,95,133,171
//      --buffer 1=uchar4:zeros(6) --buffer 2=int:3 --buffer 3=int:2
//      --expect 1=uchar4:13,54,95,135,20,62,102,142,26,69,109,150,23,65,106,145,30,73,112,152,36,80,119,
//        159

#include <metal_stdlib>
using namespace metal;

kernel void boxrgba8(device const uchar4* src [[buffer(0)]],
                     device uchar4* dst [[buffer(1)]],
                     constant int& w [[buffer(2)]],
                     constant int& h [[buffer(3)]],
                     uint2 p [[thread_position_in_grid]])
{
    int x = p.x, y = p.y;
    if (x >= w || y >= h)
        return;
    uint4 sum = uint4(0);
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++) {
            int sx = clamp(x + dx, 0, w - 1), sy = clamp(y + dy, 0, h - 1);
            sum += uint4(src[sy * w + sx]);
        }
    dst[y * w + x] = uchar4(sum / 9u);
}
