// min and max go by the type: as int, -1 is the smallest; as uint the same bits are the largest.
// RUN: signedness --grid 4 --group 4 --buffer 0=int:5,-1,7,2 --buffer 1=int:0 --buffer 2=uint:0
//      --expect 1=int:-1 --expect 2=uint:4294967295

#include <metal_stdlib>
using namespace metal;

kernel void signedness(device const int* in [[buffer(0)]], device atomic_int* least [[buffer(1)]],
                       device atomic_uint* greatest [[buffer(2)]], uint i [[thread_position_in_grid]])
{
    atomic_fetch_min_explicit(least, in[i], memory_order_relaxed);
    atomic_fetch_max_explicit(greatest, uint(in[i]), memory_order_relaxed);
}
