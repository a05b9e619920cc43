// break leaves the switch, continue the loop's turn. Codes 1 add 1, 2 skip the +100, 3 end the function.
// RUN: switch_in_loop --grid 1 --group 1 --buffer 0=int:1,2,1,3,1 --buffer 1=int:zeros(1)
//      --expect 1=int:202

#include <metal_stdlib>
using namespace metal;

kernel void switch_in_loop(device const int* in [[buffer(0)]], device int* out [[buffer(1)]])
{
    int sum = 0;
    for (int k = 0; k < 5; k++) {
        switch (in[k]) {
        case 1:
            sum += 1;
            break;
        case 2:
            continue;
        case 3:
            out[0] = sum;
            return;
        }
        sum += 100;
    }
    out[0] = -1;
}
