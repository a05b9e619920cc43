// A type name isn't a value.

#include <metal_stdlib>
using namespace metal;

struct Pair {
    int a, b;
};

kernel void variable_named_like_type(device int* out [[buffer(0)]])
{
    out[0] = Pair; // ERROR
}
