// Writing a swizzle of a vector in device memory stores only these components.
// RUN: write_to_device_memory --grid 2 --group 2 --buffer 0=int4:1,2,3,4,5,6,7,8
//      --expect 0=int4:40,2,3,10,80,6,7,50

#include <metal_stdlib>
using namespace metal;

kernel void write_to_device_memory(device int4* data [[buffer(0)]], uint i [[thread_position_in_grid]])
{
    data[i].xw = data[i].wx * 10;
}
