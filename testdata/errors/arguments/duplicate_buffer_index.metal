// Section 5.2.1: an index is used once in its class.

#include <metal_stdlib>
using namespace metal;

kernel void duplicate_buffer_index(device int* a [[buffer(0)]],
                                   device int* b [[buffer(0)]]) // ERROR
{
    a[0] = b[0];
}
