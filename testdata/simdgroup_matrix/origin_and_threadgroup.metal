// A block at (x 4, y 2) of a 16-wide image goes through threadgroup memory; its corner is row 2, column 4: 36.
// RUN: origin_and_threadgroup --grid 32 --group 32 --buffer 0=half:iota(256) --buffer 1=half:zeros(4)
//      --expect 1=half:36,43,148,155

#include <metal_stdlib>
using namespace metal;

kernel void origin_and_threadgroup(device const half* in [[buffer(0)]], device half* out [[buffer(1)]],
                                   uint l [[thread_index_in_threadgroup]])
{
    threadgroup half tile[64];
    simdgroup_half8x8 m;
    simdgroup_load(m, in, 16, ulong2(4, 2));
    simdgroup_store(m, tile, 8);
    threadgroup_barrier(mem_flags::mem_threadgroup);
    if (l == 0) {
        out[0] = tile[0];
        out[1] = tile[7];
        out[2] = tile[56];
        out[3] = tile[63];
    }
}
