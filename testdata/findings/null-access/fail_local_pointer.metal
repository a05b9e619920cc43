// One thread's pointer stays null.
// RUN: local_pointer --grid 4 --group 4 --buffer 0=int:iota(4) --buffer 1=int:zeros(4)

#include <metal_stdlib>
using namespace metal;

kernel void local_pointer(device const int* in [[buffer(0)]], device int* out [[buffer(1)]], uint i [[thread_position_in_grid]])
{
    device const int* p = nullptr;
    if (i != 2)
        p = in + i;
    out[i] = *p; // FINDING: null-access thread 2
}
