// Without break a case goes on into the next: i = 0 adds 1 + 10 + 100, i = 1 adds 10 + 100, i = 2 adds 100, 3 nothing.
// RUN: switch_fallthrough --grid 4 --group 4 --buffer 0=int:zeros(4)
//      --expect 0=int:111,110,100,0

#include <metal_stdlib>
using namespace metal;

kernel void switch_fallthrough(device int* out [[buffer(0)]], uint i [[thread_position_in_grid]])
{
    int sum = 0;
    switch (i) {
    case 0:
        sum += 1;
        [[fallthrough]];
    case 1:
        sum += 10;
        [[fallthrough]];
    case 2:
        sum += 100;
    }
    out[i] = sum;
}
