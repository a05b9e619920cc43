// A struct and a scalar in threadgroup memory, written by one thread for all.
// RUN: struct_and_scalar --grid 4 --group 4 --buffer 0=int:zeros(4)
//      --expect 0=int:30,31,32,33

#include <metal_stdlib>
using namespace metal;

struct Shared {
    int a;
    int b[2];
};

kernel void struct_and_scalar(device int* out [[buffer(0)]], uint l [[thread_index_in_threadgroup]])
{
    threadgroup Shared s;
    threadgroup int scale;
    if (l == 2) {
        s.a = 1;
        s.b[1] = 2;
        scale = 10;
    }
    threadgroup_barrier(mem_flags::mem_threadgroup);
    out[l] = (s.a + s.b[1]) * scale + l;
}
