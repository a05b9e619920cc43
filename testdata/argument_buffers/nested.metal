// An argument buffer that points to another one.
// RUN: nested --grid 1 --group 1 --buffer 0=address:1 --buffer 1=address:2 --buffer 2=int:42 --buffer 3=int:zeros(1)
//      --expect 3=int:42

#include <metal_stdlib>
using namespace metal;

struct Inner {
    device const int* value;
};

struct Outer {
    device const Inner* inner;
};

kernel void nested(constant Outer& outer [[buffer(0)]], device int* out [[buffer(3)]])
{
    out[0] = *outer.inner->value;
}
