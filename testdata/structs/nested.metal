// Structs and arrays inside a struct; 2 * (2 + 3) ints make 40 bytes.
// RUN: nested --grid 1 --group 1 --buffer 0=int:0,1,2,3,4,5,6,7,8,9 --buffer 1=int:zeros(3)
//      --expect 1=int:6,9,40

#include <metal_stdlib>
using namespace metal;

struct Inner {
    int head[2];
};

struct Outer {
    Inner inner;
    int tail[3];
};

kernel void nested(device const Outer* in [[buffer(0)]], device int* out [[buffer(1)]])
{
    out[0] = in[1].inner.head[1];
    out[1] = in[1].tail[2];
    out[2] = 2 * sizeof(Outer);
}
