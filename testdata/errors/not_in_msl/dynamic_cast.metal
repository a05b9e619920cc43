// No run-time type information.

#include <metal_stdlib>
using namespace metal;

struct Base {
    int a;
};

kernel void dynamic_cast_test(device Base* out [[buffer(0)]])
{
    out[0].a = dynamic_cast<device Base*>(out) != nullptr; // ERROR
}
