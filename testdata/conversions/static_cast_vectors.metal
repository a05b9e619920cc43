// Element by element: float to int truncates, int to uchar keeps the low byte.
// RUN: static_cast_vectors --grid 1 --group 1 --buffer 0=int4:zeros(2) --buffer 1=uchar4:zeros(1)
//      --expect 0=int4:1,-2,3,0,1,0,1,1 --expect 1=uchar4:1,254,44,0

#include <metal_stdlib>
using namespace metal;

kernel void static_cast_vectors(device int4* out [[buffer(0)]], device uchar4* bytes [[buffer(1)]])
{
    out[0] = int4(float4(1.5, -2.5, 3.99, -0.1));
    out[1] = int4(bool4(true, false, true, true));
    bytes[0] = static_cast<uchar4>(int4(1, -2, 300, 256));
}
