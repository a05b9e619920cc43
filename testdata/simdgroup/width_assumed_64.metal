// The mistake that the width-aware kernel avoids: a SIMD-group barrier where the values come from another SIMD-group. Right at
// width 64, where it is one; a race at width 32. Only the upper half reads, and the lower half runs first, so the read is
// the second access.
// RUN[w32]: gather --simd-width 32 --grid 64 --group 64 --buffer 0=uint:zeros(64)
// RUN[w64]: gather --simd-width 64 --grid 64 --group 64 --buffer 0=uint:zeros(64)

#include <metal_stdlib>
using namespace metal;

kernel void gather(device uint* result [[buffer(0)]], uint tid [[thread_index_in_threadgroup]])
{
    threadgroup uint buf[64];
    buf[tid] = tid * 3;
    simdgroup_barrier(mem_flags::mem_threadgroup);
    uint sum = buf[tid];
    if (tid >= 32)
        sum += buf[tid - 32]; // FINDING[w32]: data-race
    result[tid] = sum;
}
