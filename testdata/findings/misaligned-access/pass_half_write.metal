// At an even byte: 1.0h is 00 3c.
// RUN: half_write --grid 1 --group 1 --buffer 0=uchar:zeros(4)
//      --expect 0=uchar:0,0,0,60

#include <metal_stdlib>
using namespace metal;

kernel void half_write(device uchar* out [[buffer(0)]])
{
    device half* h = (device half*)(out + 2);
    *h = 1.0h;
}
