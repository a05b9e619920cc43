// One compare-exchange step of a bitonic sort; the host launches the whole (k, j) sequence.
//
// RUN: bitonic --grid 4 --group 4 --buffer 0=uint:50,10,40,30,7,90,3,60 --buffer 1=uint:1 --buffer 2=uint:2
//      --expect 0=uint:10,50,40,30,7,90,60,3
// RUN: bitonic --grid 4 --group 4 --buffer 0=uint:50,10,40,30,7,90,3,60 --buffer 1=uint:2 --buffer 2=uint:4
//      --expect 0=uint:40,10,50,30,7,90,3,60
// RUN: bitonic --grid 4 --group 4 --buffer 0=uint:50,10,40,30,7,90,3,60 --buffer 1=uint:4 --buffer 2=uint:8
//      --expect 0=uint:7,10,3,30,50,90,40,60

#include <metal_stdlib>
using namespace metal;

kernel void bitonic(device uint* d [[buffer(0)]],
                    constant uint& j [[buffer(1)]],
                    constant uint& k [[buffer(2)]],
                    uint t [[thread_position_in_grid]])
{
    uint i = 2 * t - (t & (j - 1));
    uint p = i + j;
    uint a = d[i], b = d[p];
    bool up = (i & k) == 0;
    if ((a > b) == up) {
        d[i] = b;
        d[p] = a;
    }
}
