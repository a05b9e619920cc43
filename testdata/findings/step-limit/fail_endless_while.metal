// The flag never changes.
// RUN: endless_while --grid 1 --group 1 --max-steps 100000 --buffer 0=int:1

#include <metal_stdlib>
using namespace metal;

kernel void endless_while(device int* flag [[buffer(0)]])
{
    while (flag[0] != 0) flag[0] += 2; // FINDING: step-limit
}
