// Two arguments may share an index when conditions that exclude each other guard them.
// RUN: shared_index --grid 2 --group 2 --constant wide=true --buffer 0=int:zeros(2) --buffer 1=int:100000,2
//      --expect 0=int:100000,2
// RUN: shared_index --grid 2 --group 2 --constant wide=false --buffer 0=int:zeros(2) --buffer 1=uchar:7,8
//      --expect 0=int:7,8

#include <metal_stdlib>
using namespace metal;

constant bool wide [[function_constant(0)]];
constant bool narrow = !wide;

kernel void shared_index(device int* out [[buffer(0)]],
                         device const int* ints [[buffer(1), function_constant(wide)]],
                         device const uchar* bytes [[buffer(1), function_constant(narrow)]],
                         uint i [[thread_position_in_grid]])
{
    if (wide)
        out[i] = ints[i];
    else
        out[i] = bytes[i];
}
