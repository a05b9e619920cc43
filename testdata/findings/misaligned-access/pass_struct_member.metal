// At byte 4 it is aligned: 0x00020001.
// RUN: struct_member --grid 1 --group 1 --buffer 0=ushort:0,0,1,2,3,0,0,0 --buffer 1=int:zeros(1)
//      --expect 1=int:131073

#include <metal_stdlib>
using namespace metal;

struct Record {
    int a;
    short b;
};

kernel void struct_member(device const ushort* in [[buffer(0)]], device int* out [[buffer(1)]])
{
    device const Record* r = reinterpret_cast<device const Record*>(in + 2);
    out[0] = r->a;
}
