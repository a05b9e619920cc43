// Components have no address.

#include <metal_stdlib>
using namespace metal;

kernel void address_of_component(device float* out [[buffer(0)]])
{
    float4 v = float4(1);
    thread float* p = &v.y; // ERROR
    out[0] = *p;
}
