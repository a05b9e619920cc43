// Counting down with the test before the decrement: 2 + 1 + 0.
// RUN: unsigned_countdown --grid 1 --group 1 --max-steps 100000 --buffer 0=uint:zeros(1)
//      --expect 0=uint:3

#include <metal_stdlib>
using namespace metal;

kernel void unsigned_countdown(device uint* sum [[buffer(0)]])
{
    for (uint k = 3; k-- > 0;) sum[0] += k;
}
