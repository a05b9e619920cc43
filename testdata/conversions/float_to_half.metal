// To nearest even: 1 + 2^-11 is halfway and goes to 1; 1 + 3 * 2^-11 goes up to 0x3c02; 65519 rounds down, 65520 overflows; 2^-25 is
// halfway to the smallest subnormal and goes to zero.
// RUN: float_to_half --grid 6 --group 6 --buffer 0=float:1.00048828125,1.00146484375,65519,65520,2.9802322e-08,5.9604645e-08
//      --buffer 1=half:zeros(6)
//      --expect 1=ushort:0x3c00,0x3c02,0x7bff,0x7c00,0,1

#include <metal_stdlib>
using namespace metal;

kernel void float_to_half(device const float* in [[buffer(0)]], device half* out [[buffer(1)]], uint i [[thread_position_in_grid]])
{
    out[i] = half(in[i]);
}
