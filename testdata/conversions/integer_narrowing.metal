// Narrowing keeps the low bits; widening goes by the source's sign.
// RUN: integer_narrowing --grid 1 --group 1 --buffer 0=int:300,-1,65535 --buffer 1=int:zeros(6)
//      --expect 1=int:44,44,255,65535,-1,-1

#include <metal_stdlib>
using namespace metal;

kernel void integer_narrowing(device const int* in [[buffer(0)]], device int* out [[buffer(1)]])
{
    out[0] = uchar(in[0]);
    out[1] = char(in[0]);
    out[2] = uchar(in[1]);
    out[3] = ushort(in[1]);
    out[4] = short(in[2]);
    out[5] = int(char(in[1]));
}
