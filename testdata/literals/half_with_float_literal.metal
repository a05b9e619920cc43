// A literal without suffix is a float, so half * 0.1 is computed in float: 3 * 0.1f rounds to 0.3 in half (0x34cd);
// with 0.1h, itself 0.0999756, the product is 0x34cc.
// RUN: half_with_float_literal --grid 1 --group 1 --buffer 0=half:3 --buffer 1=half:zeros(2)
//      --expect 1=ushort:0x34cd,0x34cc

#include <metal_stdlib>
using namespace metal;

kernel void half_with_float_literal(device const half* in [[buffer(0)]], device half* out [[buffer(1)]])
{
    out[0] = half(in[0] * 0.1);
    out[1] = in[0] * 0.1h;
}
