// Components by name and by index, read and written in place.
// RUN: components --grid 1 --group 1 --buffer 0=packed_uchar4:1,2,3,4,5,6,7,8
//      --expect 0=packed_uchar4:1,9,3,4,5,6,40,8

#include <metal_stdlib>
using namespace metal;

kernel void components(device packed_uchar4* data [[buffer(0)]])
{
    data[0][1] = 9;
    data[1][2] = data[0][3] * 10;
}
