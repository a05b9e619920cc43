// enum class needs its name and a cast; the underlying type gives the size.
// RUN: scoped --grid 3 --group 3 --buffer 0=int:zeros(3) --buffer 1=uint:zeros(1)
//      --expect 0=int:7,8,9 --expect 1=uint:1

#include <metal_stdlib>
using namespace metal;

enum class Mode : uchar { add = 7, multiply, clear };

static Mode pick(uint i)
{
    switch (i) {
    case 0: return Mode::add;
    case 1: return Mode::multiply;
    default: return Mode::clear;
    }
}

kernel void scoped(device int* out [[buffer(0)]], device uint* size [[buffer(1)]], uint i [[thread_position_in_grid]])
{
    out[i] = static_cast<int>(pick(i));
    if (i == 0 && pick(i) == Mode::add)
        *size = sizeof(Mode);
}
