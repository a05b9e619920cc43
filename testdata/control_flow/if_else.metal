// A chain of conditions; every lane takes its own branch.
// RUN: if_else --grid 5 --group 5 --buffer 0=int:-5,0,3,12,100 --buffer 1=int:zeros(5)
//      --expect 1=int:-1,0,1,10,100

#include <metal_stdlib>
using namespace metal;

kernel void if_else(device const int* in [[buffer(0)]], device int* out [[buffer(1)]], uint i [[thread_position_in_grid]])
{
    int x = in[i];
    if (x < 0)
        out[i] = -1;
    else if (x == 0)
        out[i] = 0;
    else if (x < 10)
        out[i] = 1;
    else if (x < 50)
        out[i] = 10;
    else
        out[i] = 100;
}
