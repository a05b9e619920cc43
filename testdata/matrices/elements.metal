// m[c] is column c and can be assigned; m[c][r] is row r of it.
// RUN: elements --grid 1 --group 1 --buffer 0=float3:1,2,3,4,5,6,7,8,9 --buffer 1=float:zeros(3)
//      --expect 1=float:6,10,9

#include <metal_stdlib>
using namespace metal;

kernel void elements(device float3x3* m [[buffer(0)]], device float* out [[buffer(1)]])
{
    out[0] = m[0][1][2];
    m[0][0] = float3(10, 11, 12);
    out[1] = m[0][0][0];
    m[0][2].z += 0;
    out[2] = m[0][2].z;
}
