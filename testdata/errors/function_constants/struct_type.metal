// Section 5.8.1: only scalars and vectors.

#include <metal_stdlib>
using namespace metal;

struct Options {
    int a;
};

constant Options options [[function_constant(0)]]; // ERROR

kernel void struct_type(device int* out [[buffer(0)]])
{
    out[0] = 1;
}
