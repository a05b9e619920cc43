// Chapter 4: a reference argument names an address space too.

#include <metal_stdlib>
using namespace metal;

kernel void reference_argument_without(device float* data [[buffer(0)]], float& scale [[buffer(1)]]) // ERROR
{
    data[0] = scale;
}
