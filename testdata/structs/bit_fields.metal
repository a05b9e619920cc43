// Three fields in one 32-bit word: 5 | 9 << 4 | 200 << 12.
// RUN: bit_fields --grid 1 --group 1 --buffer 0=uint:819349 --buffer 1=uint:zeros(4)
//      --expect 1=uint:5,9,200,4

#include <metal_stdlib>
using namespace metal;

struct Fields {
    uint low : 4;
    uint middle : 8;
    uint high : 20;
};

kernel void bit_fields(constant Fields& in [[buffer(0)]], device uint* out [[buffer(1)]])
{
    out[0] = in.low;
    out[1] = in.middle;
    out[2] = in.high;
    out[3] = sizeof(Fields);
}
