// A null pointer compares equal to nullptr and is not followed.
// RUN: null_checked --grid 2 --group 2 --buffer 0=int:5,6 --buffer 1=int:zeros(2)
//      --expect 1=int:-1,6

#include <metal_stdlib>
using namespace metal;

kernel void null_checked(device const int* in [[buffer(0)]], device int* out [[buffer(1)]], uint i [[thread_position_in_grid]])
{
    device const int* p = i == 0 ? nullptr : in + i;
    out[i] = p ? *p : -1;
}
