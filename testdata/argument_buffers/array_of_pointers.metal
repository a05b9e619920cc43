// An array of addresses indexed by the thread.
// RUN: array_of_pointers --grid 2 --group 2 --buffer 0=address:2,1 --buffer 1=int:10 --buffer 2=int:20 --buffer 3=int:zeros(2)
//      --expect 3=int:20,10

#include <metal_stdlib>
using namespace metal;

struct Table {
    array<device const int*, 2> rows;
};

kernel void array_of_pointers(constant Table& table [[buffer(0)]], device int* out [[buffer(3)]], uint i [[thread_position_in_grid]])
{
    out[i] = *table.rows[i];
}
