// Section 5.1.3: a kernel returns void.

#include <metal_stdlib>
using namespace metal;

kernel int f(device int* out [[buffer(0)]]) // ERROR
{
    out[0] = 1;
    return 1;
}
