// A column picked at run time.
// RUN: run_time_column --grid 4 --group 4 --buffer 0=float4:1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16 --buffer 1=float4:zeros(4)
//      --expect 1=float4:13,14,15,16,9,10,11,12,5,6,7,8,1,2,3,4

#include <metal_stdlib>
using namespace metal;

kernel void run_time_column(constant float4x4& m [[buffer(0)]], device float4* out [[buffer(1)]], uint i [[thread_position_in_grid]])
{
    float4x4 local = m;
    out[i] = local[3 - i];
}
