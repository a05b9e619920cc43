// u makes the arithmetic unsigned: 0u - 1 is 4294967295, and 3000000000 without a suffix is a long.
// RUN: unsigned_suffix --grid 1 --group 1 --buffer 0=uint:zeros(3) --buffer 1=long:zeros(2)
//      --expect 0=uint:4294967295,2147483647,2863311530 --expect 1=long:3000000000,-1

#include <metal_stdlib>
using namespace metal;

kernel void unsigned_suffix(device uint* out [[buffer(0)]], device long* wide [[buffer(1)]])
{
    out[0] = 0u - 1;
    out[1] = 0xFFFFFFFFu >> 1;
    out[2] = 0xAAAAAAAA;
    wide[0] = 3000000000;
    wide[1] = -1L;
}
