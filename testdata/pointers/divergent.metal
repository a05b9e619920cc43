// Every thread's pointer goes its own way, into one of two buffers.
// RUN: divergent --grid 4 --group 4 --buffer 0=int:1,2,3,4 --buffer 1=int:10,20,30,40 --buffer 2=int:zeros(4)
//      --expect 2=int:1,20,3,40

#include <metal_stdlib>
using namespace metal;

kernel void divergent(device const int* even [[buffer(0)]], device const int* odd [[buffer(1)]], device int* out [[buffer(2)]],
                      uint i [[thread_position_in_grid]])
{
    device const int* p = (i & 1) ? odd : even;
    out[i] = p[i];
}
