// No virtual functions.

#include <metal_stdlib>
using namespace metal;

struct Shape {
    virtual int area() { return 1; } // ERROR
};

kernel void virtual_test(device int* out [[buffer(0)]])
{
    out[0] = 1;
}
