// A run-time sized array as translators write it: the last member is T a[1] and is indexed beyond it.
// RUN: run_time_array --grid 4 --group 4 --buffer 0=float:100,1,2,3,4 --buffer 1=float:zeros(4)
//      --expect 1=float:101,102,103,104

#include <metal_stdlib>
using namespace metal;

struct Storage {
    float header;
    float values[1];
};

kernel void run_time_array(const device Storage& in [[buffer(0)]], device float* out [[buffer(1)]],
                           uint3 gl_GlobalInvocationID [[thread_position_in_grid]])
{
    out[gl_GlobalInvocationID.x] = in.header + in.values[gl_GlobalInvocationID.x];
}
