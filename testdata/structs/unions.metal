// The members of a union share their bytes.
// RUN: unions --grid 1 --group 1 --buffer 0=uint:zeros(2)
//      --expect 0=uint:0x40490fdb,4

#include <metal_stdlib>
using namespace metal;

union Word {
    float f;
    uint u;
};

kernel void unions(device uint* out [[buffer(0)]])
{
    Word w;
    w.f = 3.14159274f;
    out[0] = w.u;
    out[1] = sizeof(Word);
}
