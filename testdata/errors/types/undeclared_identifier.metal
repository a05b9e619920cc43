// A name that nothing declares.

#include <metal_stdlib>
using namespace metal;

kernel void undeclared_identifier(device int* out [[buffer(0)]])
{
    out[0] = valeu; // ERROR
}
