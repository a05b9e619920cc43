// v[i] with an index known only at run time, read and written.
// RUN: run_time_index --grid 4 --group 4 --buffer 0=int:iota(4) --buffer 1=int4:zeros(4) --buffer 2=int:zeros(4)
//      --expect 1=int4:9,20,30,40,10,9,30,40,10,20,9,40,10,20,30,9 --expect 2=int:40,30,20,10

#include <metal_stdlib>
using namespace metal;

kernel void run_time_index(device const int* index [[buffer(0)]], device int4* out [[buffer(1)]], device int* picked [[buffer(2)]],
                           uint i [[thread_position_in_grid]])
{
    int4 v = int4(10, 20, 30, 40);
    picked[i] = v[3 - index[i]];
    v[index[i]] = 9;
    out[i] = v;
}
