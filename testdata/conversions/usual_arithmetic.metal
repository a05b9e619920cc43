// char and short promote to int; int with uint is uint, so -1 < 1u is false; int with float is float.
// RUN: usual_arithmetic --grid 1 --group 1 --buffer 0=uchar:200,100 --buffer 1=int:zeros(4)
//      --expect 1=int:300,0,2,4

#include <metal_stdlib>
using namespace metal;

kernel void usual_arithmetic(device const uchar* in [[buffer(0)]], device int* out [[buffer(1)]])
{
    out[0] = in[0] + in[1];
    out[1] = -1 < 1u;
    out[2] = int(5 / 2 * 1.25f);
    out[3] = sizeof(in[0] + in[1]);
}
