// int and uint fit no overload of max better than another.

#include <metal_stdlib>
using namespace metal;

kernel void ambiguous_call(device int* out [[buffer(0)]], uint i [[thread_position_in_grid]])
{
    out[i] = max(out[i], i); // ERROR
}
