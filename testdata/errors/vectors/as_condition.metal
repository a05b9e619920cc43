// An if needs one bool: any() or all().

#include <metal_stdlib>
using namespace metal;

kernel void as_condition(device int* out [[buffer(0)]])
{
    int2 v = int2(1);
    if (v == int2(1)) // ERROR
        out[0] = 1;
}
