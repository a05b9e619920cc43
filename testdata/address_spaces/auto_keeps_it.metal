// auto deduces a pointer's address space; device auto& binds an element.
// RUN: auto_keeps_it --grid 2 --group 2 --buffer 0=int:1,2,3,4
//      --expect 0=int:10,20,103,104

#include <metal_stdlib>
using namespace metal;

kernel void auto_keeps_it(device int* data [[buffer(0)]], uint i [[thread_position_in_grid]])
{
    auto p = data + i;
    device auto& high = data[i + 2];
    *p *= 10;
    high += 100;
}
