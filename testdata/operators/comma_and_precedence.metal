// The comma yields its right side; << binds tighter than <, & looser than ==.
// RUN: comma_and_precedence --grid 1 --group 1 --buffer 0=int:zeros(4)
//      --expect 0=int:3,1,0,14

#include <metal_stdlib>
using namespace metal;

kernel void comma_and_precedence(device int* out [[buffer(0)]])
{
    int a = 1;
    out[0] = (a = 2, a + 1);
    out[1] = 1 << 2 < 5;
    out[2] = 6 & 3 == 2;
    out[3] = 2 + 3 * 4;
}
