// Toward zero.
// RUN: float_to_int --grid 6 --group 6 --buffer 0=float:1.9,-1.9,0.5,-0.5,2147483520,-2147483648 --buffer 1=int:zeros(6)
//      --expect 1=int:1,-1,0,0,2147483520,-2147483648

#include <metal_stdlib>
using namespace metal;

kernel void float_to_int(device const float* in [[buffer(0)]], device int* out [[buffer(1)]], uint i [[thread_position_in_grid]])
{
    out[i] = int(in[i]);
}
