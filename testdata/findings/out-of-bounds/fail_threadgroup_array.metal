// Eight threads write into a threadgroup array of four.
// RUN: threadgroup_array --grid 8 --group 8 --buffer 0=int:zeros(8)

#include <metal_stdlib>
using namespace metal;

kernel void threadgroup_array(device int* out [[buffer(0)]], uint l [[thread_index_in_threadgroup]])
{
    threadgroup int s[4];
    s[l] = l; // FINDING: out-of-bounds thread 4
    out[l] = l;
}
