// One kernel template, two instantiations under names of their own.
// RUN: double_int --grid 3 --group 3 --buffer 0=int:1,2,3
//      --expect 0=int:2,4,6
// RUN: double_half --grid 3 --group 3 --buffer 0=half:0.5,1,1.5
//      --expect 0=half:1,2,3

#include <metal_stdlib>
using namespace metal;

template <typename T>
kernel void doubled(device T* data [[buffer(0)]], uint i [[thread_position_in_grid]])
{
    data[i] += data[i];
}

template [[host_name("double_int")]] kernel void doubled<int>(device int*, uint);
template [[host_name("double_half")]] kernel void doubled<half>(device half*, uint);
