// packed_float4 needs only the alignment of float.
// RUN: float4_at_float --grid 2 --group 2 --buffer 0=float:iota(8) --buffer 1=float4:zeros(2)
//      --expect 1=float4:0,1,2,3,1,2,3,4

#include <metal_stdlib>
using namespace metal;

kernel void float4_at_float(device const float* in [[buffer(0)]], device float4* out [[buffer(1)]],
                            uint i [[thread_position_in_grid]])
{
    out[i] = float4(*(device const packed_float4*)(in + i));
}
