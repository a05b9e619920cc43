// A float at byte 1 of a byte buffer.
// RUN: float_at_odd_byte --grid 1 --group 1 --buffer 0=uchar:zeros(8) --buffer 1=float:zeros(1)

#include <metal_stdlib>
using namespace metal;

kernel void float_at_odd_byte(device const uchar* in [[buffer(0)]], device float* out [[buffer(1)]])
{
    out[0] = *reinterpret_cast<device const float*>(in + 1); // FINDING: misaligned-access thread 0
}
