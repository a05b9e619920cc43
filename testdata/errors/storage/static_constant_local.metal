// Section 5.3: not even in constant memory.

#include <metal_stdlib>
using namespace metal;

kernel void static_constant_local(device float* out [[buffer(0)]])
{
    static constant float b = 1; // ERROR
    out[0] = 1;
}
