// [[threadgroup(n)]] needs a threadgroup pointer.

#include <metal_stdlib>
using namespace metal;

kernel void threadgroup_attribute_on_device(device int* out [[threadgroup(0)]]) // ERROR
{
    out[0] = 1;
}
