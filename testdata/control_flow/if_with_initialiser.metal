// C++17: a declaration in the condition of if.
// RUN: if_with_initialiser --grid 3 --group 3 --buffer 0=int:zeros(3)
//      --expect 0=int:-1,2,4

#include <metal_stdlib>
using namespace metal;

kernel void if_with_initialiser(device int* out [[buffer(0)]], uint i [[thread_position_in_grid]])
{
    if (int twice = int(i) * 2; twice > 0)
        out[i] = twice;
    else
        out[i] = twice - 1;
}
