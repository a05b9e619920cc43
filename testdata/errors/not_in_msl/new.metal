// No dynamic allocation.

#include <metal_stdlib>
using namespace metal;

kernel void new_test(device int* out [[buffer(0)]])
{
    thread int* p = new int(1); // ERROR
    out[0] = *p;
}
