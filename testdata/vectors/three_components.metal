// A three-component vector takes the room of four: the second element starts at byte 16.
// RUN: three_components --grid 2 --group 2 --buffer 0=float3:1,2,3,4,5,6 --buffer 1=float:zeros(2) --buffer 2=uint:zeros(2)
//      --expect 1=float:6,15 --expect 2=uint:16,16

#include <metal_stdlib>
using namespace metal;

kernel void three_components(device const float3* in [[buffer(0)]], device float* sum [[buffer(1)]], device uint* size [[buffer(2)]],
                             uint i [[thread_position_in_grid]])
{
    float3 v = in[i];
    sum[i] = v.x + v.y + v.z;
    size[i] = i == 0 ? sizeof(float3) : alignof(float3);
}
