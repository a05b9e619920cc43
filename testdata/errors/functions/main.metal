// No function may be named main.

#include <metal_stdlib>
using namespace metal;

kernel void main(device int* out [[buffer(0)]]) // ERROR
{
    out[0] = 1;
}
