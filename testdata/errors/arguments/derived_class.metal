// A derived class can't be an argument type.

#include <metal_stdlib>
using namespace metal;

struct Base {
    int a;
};

struct Derived : Base {
    int b;
};

kernel void derived_class(device int* out [[buffer(0)]],
                          constant Derived& d [[buffer(1)]]) // ERROR
{
    out[0] = d.b;
}
