// A half stored at an odd byte.
// RUN: half_write --grid 1 --group 1 --buffer 0=uchar:zeros(4)

#include <metal_stdlib>
using namespace metal;

kernel void half_write(device uchar* out [[buffer(0)]])
{
    device half* h = (device half*)(out + 1);
    *h = 1.0h; // FINDING: misaligned-access thread 0
}
