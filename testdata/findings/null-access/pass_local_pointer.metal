// The pointer is tested first.
// RUN: local_pointer --grid 4 --group 4 --buffer 0=int:iota(4) --buffer 1=int:zeros(4)
//      --expect 1=int:0,1,-1,3

#include <metal_stdlib>
using namespace metal;

kernel void local_pointer(device const int* in [[buffer(0)]], device int* out [[buffer(1)]], uint i [[thread_position_in_grid]])
{
    device const int* p = nullptr;
    if (i != 2)
        p = in + i;
    out[i] = p != nullptr ? *p : -1;
}
