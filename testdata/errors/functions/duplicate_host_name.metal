// Section 5.1.10: two functions can't have the same name for the API.

#include <metal_stdlib>
using namespace metal;

[[host_name("same")]] kernel void duplicate_host_name(device int* out [[buffer(0)]])
{
    out[0] = 1;
}

[[host_name("same")]] kernel void g(device int* out [[buffer(0)]]) // ERROR
{
    out[0] = 2;
}
