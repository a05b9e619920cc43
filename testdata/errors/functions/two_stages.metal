// One function, one stage.

#include <metal_stdlib>
using namespace metal;

kernel vertex void f(device int* out [[buffer(0)]]) // ERROR
{
    out[0] = 1;
}
