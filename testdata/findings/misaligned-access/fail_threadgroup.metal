// Threadgroup memory carved up by bytes: 4 bytes of flags push the ulongs to byte 4.
// RUN: threadgroup_test --grid 1 --group 1 --threadgroup-memory 0=32 --buffer 0=int:zeros(1)

#include <metal_stdlib>
using namespace metal;

kernel void threadgroup_test(device int* out [[buffer(0)]], threadgroup uchar* pool [[threadgroup(0)]])
{
    threadgroup ulong* wide = reinterpret_cast<threadgroup ulong*>(pool + 4);
    wide[0] = 1; // FINDING: misaligned-access thread 0
    out[0] = 1;
}
