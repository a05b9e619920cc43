// The larger type comes first.
// RUN: threadgroup_test --grid 1 --group 1 --threadgroup-memory 0=32 --buffer 0=int:zeros(1)
//      --expect 0=int:8

#include <metal_stdlib>
using namespace metal;

kernel void threadgroup_test(device int* out [[buffer(0)]], threadgroup uchar* pool [[threadgroup(0)]])
{
    threadgroup ulong* wide = reinterpret_cast<threadgroup ulong*>(pool);
    threadgroup uchar* flags = pool + 8;
    wide[0] = 7;
    flags[0] = 1;
    out[0] = int(wide[0]) + flags[0];
}
