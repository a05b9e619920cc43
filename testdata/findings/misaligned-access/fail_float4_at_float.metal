// A float4 needs 16 bytes of alignment; thread 1 starts at byte 4.
// RUN: float4_at_float --grid 2 --group 2 --buffer 0=float:iota(8) --buffer 1=float4:zeros(2)

#include <metal_stdlib>
using namespace metal;

kernel void float4_at_float(device const float* in [[buffer(0)]], device float4* out [[buffer(1)]],
                            uint i [[thread_position_in_grid]])
{
    out[i] = *(device const float4*)(in + i); // FINDING: misaligned-access thread 1
}
