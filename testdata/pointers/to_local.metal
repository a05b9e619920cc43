// The address of a local, of an array element and of a struct member.
// RUN: to_local --grid 1 --group 1 --buffer 0=int:zeros(3)
//      --expect 0=int:2,30,400

#include <metal_stdlib>
using namespace metal;

struct S {
    int a, b;
};

static void twice(thread int* p, int factor)
{
    *p *= factor;
}

kernel void to_local(device int* out [[buffer(0)]])
{
    int x = 1;
    int a[2] = {1, 3};
    S s = {1, 4};
    twice(&x, 2);
    twice(&a[1], 10);
    twice(&s.b, 100);
    out[0] = x;
    out[1] = a[1];
    out[2] = s.b;
}
