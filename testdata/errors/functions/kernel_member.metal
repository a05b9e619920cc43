// A member function can't be a kernel.

#include <metal_stdlib>
using namespace metal;

struct Holder {
    kernel void kernel_member(device int* out [[buffer(0)]]) // ERROR
    {
        out[0] = 1;
    }
};
