// A function that returns a struct and one that takes it.
// RUN: struct_result --grid 3 --group 3 --buffer 0=int:zeros(3)
//      --expect 0=int:0,11,22

#include <metal_stdlib>
using namespace metal;

struct Split {
    int high, low;
};

static Split split(int x)
{
    Split s;
    s.high = x / 10;
    s.low = x % 10;
    return s;
}

static int join(Split s)
{
    return s.high + s.low * 10;
}

kernel void struct_result(device int* out [[buffer(0)]], uint i [[thread_position_in_grid]])
{
    out[i] = join(split(i * 11));
}
