// Section 5.2.1: the same for threadgroup memory.

#include <metal_stdlib>
using namespace metal;

kernel void duplicate_threadgroup_index(device int* out [[buffer(0)]],
                                        threadgroup int* a [[threadgroup(0)]],
                                        threadgroup int* b [[threadgroup(0)]]) // ERROR
{
    a[0] = 1;
    b[0] = 2;
    out[0] = a[0];
}
