// Steps to reach 1 from 1, 2, 3, 6, 7, 27.
// RUN: while_collatz --grid 6 --group 6 --buffer 0=uint:1,2,3,6,7,27 --buffer 1=uint:zeros(6)
//      --expect 1=uint:0,1,7,8,16,111

#include <metal_stdlib>
using namespace metal;

kernel void while_collatz(device const uint* in [[buffer(0)]], device uint* out [[buffer(1)]], uint i [[thread_position_in_grid]])
{
    uint n = in[i], steps = 0;
    while (n != 1) {
        n = n % 2 == 0 ? n / 2 : 3 * n + 1;
        steps++;
    }
    out[i] = steps;
}
