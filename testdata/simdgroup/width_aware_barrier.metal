// Threads 0..31 and 32..63 exchange through threadgroup memory. One SIMD-group of 64 needs a SIMD-group barrier only; with 32 lanes
// two SIMD-groups run independently and the whole threadgroup must wait. Each output is buf[tid] + buf[tid +- 32] = 3 * tid + 3 * (tid
// +- 32): 96 for tid 0, 102 for 1, ... and again from 32.
// RUN: exchange --simd-width 32 --grid 64 --group 64 --buffer 0=uint:zeros(64)
//      --expect 0=uint:96,102,108,114,120,126,132,138,144,150,156,162,168,174,180,186,192,198,204,210,216,222,228,
//        234,240,246,252,258,264,270,276,282,96,102,108,114,120,126,132,138,144,150,156,162,168,174,180,186,192,
//        198,204,210,216,222,228,234,240,246,252,258,264,270,276,282
// RUN: exchange --simd-width 64 --grid 64 --group 64 --buffer 0=uint:zeros(64)
//      --expect 0=uint:96,102,108,114,120,126,132,138,144,150,156,162,168,174,180,186,192,198,204,210,216,222,228,
//        234,240,246,252,258,264,270,276,282,96,102,108,114,120,126,132,138,144,150,156,162,168,174,180,186,192,
//        198,204,210,216,222,228,234,240,246,252,258,264,270,276,282

#include <metal_stdlib>
using namespace metal;

static uint first_value(uint tid)
{
    return tid * 3;
}

kernel void exchange(device uint* result [[buffer(0)]],
                     uint tid [[thread_index_in_threadgroup]],
                     uint width [[threads_per_simdgroup]])
{
    threadgroup uint buf[64];
    buf[tid] = first_value(tid);

    if (width == 64)
        simdgroup_barrier(mem_flags::mem_threadgroup);
    else
        threadgroup_barrier(mem_flags::mem_threadgroup);

    uint other = tid < 32 ? tid + 32 : tid - 32;
    result[tid] = buf[tid] + buf[other];
}
