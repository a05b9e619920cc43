// No typeid either.

#include <metal_stdlib>
using namespace metal;

kernel void typeid_test(device int* out [[buffer(0)]])
{
    out[0] = typeid(int) == typeid(float); // ERROR
}
