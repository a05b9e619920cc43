// Pointers count elements; the difference of two is a number of elements.
// RUN: arithmetic --grid 1 --group 1 --buffer 0=int:10,20,30,40,50 --buffer 1=int:zeros(5)
//      --expect 1=int:30,40,20,3,1

#include <metal_stdlib>
using namespace metal;

kernel void arithmetic(device const int* in [[buffer(0)]], device int* out [[buffer(1)]])
{
    device const int* p = in + 2;
    out[0] = *p;
    out[1] = *++p;
    out[2] = p[-2];
    out[3] = int(p - in);
    out[4] = p > in;
}
