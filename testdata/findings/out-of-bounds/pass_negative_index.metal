// A negative offset from a pointer into the middle is fine.
// RUN: negative_index --grid 3 --group 3 --buffer 0=int:iota(4) --buffer 1=int:zeros(3)
//      --expect 1=int:0,1,2

#include <metal_stdlib>
using namespace metal;

kernel void negative_index(device const int* in [[buffer(0)]], device int* out [[buffer(1)]], uint i [[thread_position_in_grid]])
{
    device const int* second = in + 1;
    int left = int(i) - 1;
    out[i] = second[left];
}
