// --threadgroups dispatches whole threadgroups: 2 x 3 = 6 threads.
// RUN: threadgroups --threadgroups 2 --group 3 --buffer 0=uint:zeros(6)
//      --expect 0=uint:62,62,62,62,62,62

#include <metal_stdlib>
using namespace metal;

kernel void threadgroups(device uint* out [[buffer(0)]], uint i [[thread_position_in_grid]], uint n [[threads_per_grid]],
                         uint groups [[threadgroups_per_grid]])
{
    out[i] = n * 10 + groups;
}
