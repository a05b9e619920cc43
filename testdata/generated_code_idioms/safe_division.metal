// A translator's division: x / 0 is replaced by x / 1, INT_MIN / -1 too.
// RUN: safe_division --grid 3 --group 3 --buffer 0=int:7,7,-2147483648 --buffer 1=int:2,0,-1 --buffer 2=int:zeros(3)
//      --expect 2=int:3,7,-2147483648

#include <metal_stdlib>
using namespace metal;

int naga_div(int lhs, int rhs)
{
    return lhs / metal::select(rhs, 1, (lhs == (-2147483647 - 1) & rhs == -1) | (rhs == 0));
}

kernel void safe_division(device const int* a [[buffer(0)]], device const int* b [[buffer(1)]], device int* out [[buffer(2)]],
                          uint i [[thread_position_in_grid]])
{
    out[i] = naga_div(a[i], b[i]);
}
