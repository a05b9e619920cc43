// int4 doesn't convert to float4 by itself.

#include <metal_stdlib>
using namespace metal;

kernel void element_type_conversion(device float4* out [[buffer(0)]])
{
    int4 v = int4(1);
    out[0] = v; // ERROR
}
