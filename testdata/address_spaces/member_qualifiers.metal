// A member function is picked by the address space its object lives in.
// RUN: member_qualifiers --grid 1 --group 1 --buffer 0=int:5 --buffer 1=int:zeros(3)
//      --expect 1=int:105,206,307

#include <metal_stdlib>
using namespace metal;

struct Box {
    int value;
    int tag() const device { return 100 + value; }
    int tag() const thread { return 200 + value; }
    int tag() const constant { return 300 + value; }
};

constant Box fixed = {7};

kernel void member_qualifiers(device const Box* in [[buffer(0)]], device int* out [[buffer(1)]])
{
    Box local = {6};
    out[0] = in->tag();
    out[1] = local.tag();
    out[2] = fixed.tag();
}
