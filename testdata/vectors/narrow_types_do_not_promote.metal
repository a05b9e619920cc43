// uchar4 + uchar4 stays uchar4 and wraps (unlike scalar uchar + uchar, which is int).
// RUN: narrow_types_do_not_promote --grid 1 --group 1 --buffer 0=uchar4:200,100,255,1 --buffer 1=uchar4:zeros(1) --buffer 2=int:zeros(1)
//      --expect 1=uchar4:144,200,254,2 --expect 2=int:400

#include <metal_stdlib>
using namespace metal;

kernel void narrow_types_do_not_promote(device const uchar4* in [[buffer(0)]], device uchar4* out [[buffer(1)]], device int* scalar [[buffer(2)]])
{
    out[0] = in[0] + in[0];
    scalar[0] = in[0].x + in[0].x;
}
