// Cases, a shared body, a default in the middle.
// RUN: switch_test --grid 6 --group 6 --buffer 0=int:zeros(6)
//      --expect 0=int:100,200,200,-1,400,-1

#include <metal_stdlib>
using namespace metal;

kernel void switch_test(device int* out [[buffer(0)]], uint i [[thread_position_in_grid]])
{
    switch (i) {
    case 0:
        out[i] = 100;
        break;
    case 1:
    case 2:
        out[i] = 200;
        break;
    default:
        out[i] = -1;
        break;
    case 4:
        out[i] = 400;
        break;
    }
}
