// A pointer into constant memory inside the struct; the table itself is in device memory.
// RUN: constant_pointer --grid 2 --group 2 --buffer 0=address:1 --buffer 1=int:5,6 --buffer 2=int:zeros(2)
//      --expect 2=int:5,6

#include <metal_stdlib>
using namespace metal;

struct Arguments {
    constant int* table;
};

kernel void constant_pointer(device const Arguments& a [[buffer(0)]], device int* out [[buffer(2)]],
                             uint i [[thread_position_in_grid]])
{
    out[i] = a.table[i];
}
