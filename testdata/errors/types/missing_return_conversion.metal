// A struct doesn't convert to int.

#include <metal_stdlib>
using namespace metal;

struct Pair {
    int a, b;
};

static int first(Pair p)
{
    return p; // ERROR
}

kernel void missing_return_conversion(device int* out [[buffer(0)]])
{
    out[0] = first(Pair{1, 2});
}
