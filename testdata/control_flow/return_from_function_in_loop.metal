// The first index whose value is at least 5, or -1.
// RUN: return_from_function_in_loop --grid 4 --group 4 --buffer 0=int:1,6,2,9 --buffer 1=int:zeros(4)
//      --expect 1=int:1,1,3,3

#include <metal_stdlib>
using namespace metal;

static int first_large(device const int* values, int from)
{
    for (int k = from; k < 4; k++)
        if (values[k] >= 5)
            return k;
    return -1;
}

kernel void return_from_function_in_loop(device const int* in [[buffer(0)]], device int* out [[buffer(1)]], uint i [[thread_position_in_grid]])
{
    out[i] = first_large(in, i);
}
