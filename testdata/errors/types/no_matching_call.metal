// Two arguments where three are needed.

#include <metal_stdlib>
using namespace metal;

static int between(int x, int low, int high)
{
    return min(max(x, low), high);
}

kernel void no_matching_call(device int* out [[buffer(0)]])
{
    out[0] = between(1, 2); // ERROR
}
