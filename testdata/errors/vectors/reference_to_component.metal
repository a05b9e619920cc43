// Nor can a reference bind to one.

#include <metal_stdlib>
using namespace metal;

static void set(thread float& x)
{
    x = 1;
}

kernel void reference_to_component(device float* out [[buffer(0)]])
{
    float4 v = float4(1);
    set(v.y); // ERROR
    out[0] = v.y;
}
