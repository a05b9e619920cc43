// Section 5.1.2: [[early_fragment_tests]] belongs to fragment functions.

#include <metal_stdlib>
using namespace metal;

[[early_fragment_tests]] kernel void early_fragment_tests(device int* out [[buffer(0)]]) // ERROR
{
    out[0] = 1;
}
