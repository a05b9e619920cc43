// Sum of the odd numbers below 10, stopping after 2 * i + 1: 1, 1+3, 1+3+5, 1+3+5+7.
// RUN: break_and_continue --grid 4 --group 4 --buffer 0=int:zeros(4)
//      --expect 0=int:1,4,9,16

#include <metal_stdlib>
using namespace metal;

kernel void break_and_continue(device int* out [[buffer(0)]], uint i [[thread_position_in_grid]])
{
    int sum = 0;
    for (int k = 0; k < 10; k++) {
        if (k % 2 == 0)
            continue;
        sum += k;
        if (k == int(2 * i + 1))
            break;
    }
    out[i] = sum;
}
