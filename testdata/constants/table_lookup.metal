// A constant table of vectors indexed by a value from memory.
// RUN: table_lookup --grid 4 --group 4 --buffer 0=uint:2,0,1,2 --buffer 1=float2:zeros(4)
//      --expect 1=float2:0.5,0.5,0,0,1,0,0.5,0.5

#include <metal_stdlib>
using namespace metal;

constant float2 corners[] = {float2(0, 0), float2(1, 0), float2(0.5, 0.5)};

kernel void table_lookup(device const uint* in [[buffer(0)]], device float2* out [[buffer(1)]],
                         uint i [[thread_position_in_grid]])
{
    out[i] = corners[in[i]];
}
