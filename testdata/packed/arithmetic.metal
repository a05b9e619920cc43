// A packed vector converts to the aligned one and back.
// RUN: arithmetic --grid 2 --group 2 --buffer 0=packed_float3:1,2,3,4,5,6 --buffer 1=packed_float3:zeros(2)
//      --expect 1=packed_float3:3,5,7,9,11,13

#include <metal_stdlib>
using namespace metal;

kernel void arithmetic(device const packed_float3* in [[buffer(0)]], device packed_float3* out [[buffer(1)]],
                       uint i [[thread_position_in_grid]])
{
    float3 v = in[i];
    out[i] = v * 2.0f + 1.0f;
}
