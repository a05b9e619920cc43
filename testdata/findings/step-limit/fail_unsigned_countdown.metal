// k >= 0 is always true for an unsigned k.
// RUN: unsigned_countdown --grid 1 --group 1 --max-steps 100000 --buffer 0=uint:zeros(1)

#include <metal_stdlib>
using namespace metal;

kernel void unsigned_countdown(device uint* sum [[buffer(0)]])
{
    for (uint k = 3; k >= 0; k--) sum[0] += k; // FINDING: step-limit
}
