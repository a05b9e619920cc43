// A uint buffer seen as bytes (little-endian) and as half pairs.
// RUN: reinterpret_cast_test --grid 1 --group 1 --buffer 0=uint:0x04030201,0x3c00c000 --buffer 1=int:zeros(4) --buffer 2=half:zeros(2)
//      --expect 1=int:1,2,3,4 --expect 2=half:-2,1

#include <metal_stdlib>
using namespace metal;

kernel void reinterpret_cast_test(device const uint* in [[buffer(0)]], device int* bytes [[buffer(1)]], device half* halves [[buffer(2)]])
{
    device const uchar* b = reinterpret_cast<device const uchar*>(in);
    for (int i = 0; i < 4; i++)
        bytes[i] = b[i];
    device const half* h = (device const half*)(in + 1);
    halves[0] = h[0];
    halves[1] = h[1];
}
