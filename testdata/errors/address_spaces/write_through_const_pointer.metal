// const device memory can be read only.

#include <metal_stdlib>
using namespace metal;

kernel void write_through_const_pointer(device const int* in [[buffer(0)]], device int* out [[buffer(1)]])
{
    in[0] = 3; // ERROR
    out[0] = in[0];
}
