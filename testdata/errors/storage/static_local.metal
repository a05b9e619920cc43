// Section 5.3: no static variables in functions.

#include <metal_stdlib>
using namespace metal;

kernel void static_local(device float* out [[buffer(0)]])
{
    static float c; // ERROR
    out[0] = 1;
}
