// Almost no work: measures the cost of a dispatch.
//
// RUN: launch --grid 6 --group 6 --buffer 0=uint:fill(6,100) --buffer 1=uint:7
//      --expect 0=uint:107,108,109,110,111,112

#include <metal_stdlib>
using namespace metal;

kernel void launch(device uint* d [[buffer(0)]],
                   constant uint& k [[buffer(1)]],
                   uint i [[thread_position_in_grid]])
{
    d[i] += k + i;
}
