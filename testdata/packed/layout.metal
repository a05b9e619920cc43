// packed_float3 takes 12 bytes and aligns to 4, so the second one starts at float 3.
// RUN: layout --grid 2 --group 2 --buffer 0=float:1,2,3,4,5,6 --buffer 1=float3:zeros(2) --buffer 2=uint:zeros(2)
//      --expect 1=float3:1,2,3,4,5,6 --expect 2=uint:12,4

#include <metal_stdlib>
using namespace metal;

kernel void layout(device const packed_float3* in [[buffer(0)]], device float3* out [[buffer(1)]],
                   device uint* size [[buffer(2)]], uint i [[thread_position_in_grid]])
{
    out[i] = in[i];
    size[i] = i == 0 ? sizeof(packed_float3) : alignof(packed_float3);
}
