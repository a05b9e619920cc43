// A scalar converts to a vector implicitly in an initialisation and in an assignment.
// RUN: scalar_initialises_vector --grid 1 --group 1 --buffer 0=float2:zeros(3)
//      --expect 0=float2:3,3,0.5,0.5,4,4

#include <metal_stdlib>
using namespace metal;

static float2 twice(float2 v)
{
    return v * 2.0f;
}

kernel void scalar_initialises_vector(device float2* out [[buffer(0)]])
{
    float2 v = 3.0f;
    out[0] = v;
    v = 0.5f;
    out[1] = v;
    out[2] = twice(2.0f);
}
