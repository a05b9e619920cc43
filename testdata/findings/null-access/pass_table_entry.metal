// Empty entries are skipped.
// RUN: table_entry --grid 2 --group 2 --buffer 0=address:1,null --buffer 1=int:10 --buffer 2=int:zeros(2)
//      --expect 2=int:10,0

#include <metal_stdlib>
using namespace metal;

struct Table {
    array<device const int*, 2> rows;
};

kernel void table_entry(constant Table& t [[buffer(0)]], device int* out [[buffer(2)]], uint i [[thread_position_in_grid]])
{
    device const int* row = t.rows[i];
    if (row)
        out[i] = row[0];
}
