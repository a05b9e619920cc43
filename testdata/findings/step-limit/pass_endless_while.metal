// It ends after five turns.
// RUN: endless_while --grid 1 --group 1 --max-steps 100000 --buffer 0=int:10
//      --expect 0=int:0

#include <metal_stdlib>
using namespace metal;

kernel void endless_while(device int* flag [[buffer(0)]])
{
    while (flag[0] != 0) flag[0] -= 2;
}
