// Members align to their size: { char; float; short; char } is 1 + 3 pad, 4, 2, 1 + 1 pad = 12 bytes.
// RUN: layout --grid 2 --group 2 --buffer 0=uint:0x00000011,0x40000000,0x00040003,0x00000022,0x40400000,0x00060005
//      --buffer 1=float:zeros(2) --buffer 2=int:zeros(4)
//      --expect 1=float:2,3 --expect 2=int:24,45,12,8

#include <metal_stdlib>
using namespace metal;

struct Mixed {
    char a;
    float b;
    short c;
    char d;
};

kernel void layout(device const Mixed* in [[buffer(0)]], device float* out [[buffer(1)]], device int* sums [[buffer(2)]],
                   uint i [[thread_position_in_grid]])
{
    out[i] = in[i].b;
    sums[i] = in[i].a + in[i].c + in[i].d;
    if (i == 0) {
        sums[2] = sizeof(Mixed);
        sums[3] = __builtin_offsetof(Mixed, c);
    }
}
