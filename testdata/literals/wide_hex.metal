// A hexadecimal literal takes the first type that holds it: int, uint, long, ulong.
// RUN: wide_hex --grid 1 --group 1 --buffer 0=ulong:zeros(3) --buffer 1=uint:zeros(3)
//      --expect 0=ulong:0xdeadbeefcafebabe,0x100000000,0xffffffff --expect 1=uint:4,4,8

#include <metal_stdlib>
using namespace metal;

kernel void wide_hex(device ulong* out [[buffer(0)]], device uint* size [[buffer(1)]])
{
    out[0] = 0xDEADBEEFCAFEBABE;
    out[1] = 0x100000000;
    out[2] = 0xFFFFFFFF;
    size[0] = sizeof(0x7FFFFFFF);
    size[1] = sizeof(0xFFFFFFFF);
    size[2] = sizeof(0x100000000);
}
