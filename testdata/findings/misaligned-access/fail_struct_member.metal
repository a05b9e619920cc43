// A struct pointer at byte 2: its int member is misaligned.
// RUN: struct_member --grid 1 --group 1 --buffer 0=ushort:zeros(8) --buffer 1=int:zeros(1)

#include <metal_stdlib>
using namespace metal;

struct Record {
    int a;
    short b;
};

kernel void struct_member(device const ushort* in [[buffer(0)]], device int* out [[buffer(1)]])
{
    device const Record* r = reinterpret_cast<device const Record*>(in + 1);
    out[0] = r->a; // FINDING: misaligned-access thread 0
}
