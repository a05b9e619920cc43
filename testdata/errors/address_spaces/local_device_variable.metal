// A variable inside a function is in thread memory; device can't be allocated there.

#include <metal_stdlib>
using namespace metal;

kernel void local_device_variable(device int* out [[buffer(0)]])
{
    device int x; // ERROR
    out[0] = 1;
}
