// shuffle takes any lane's value; xor swaps neighbours; up and down keep the own value at the edge.
// RUN: shuffles --simd-width 8 --grid 8 --group 8 --buffer 0=int:zeros(8) --buffer 1=int:zeros(8) --buffer 2=int:zeros(8)
//      --buffer 3=int:zeros(8)
//      --expect 0=int:70,60,50,40,30,20,10,0 --expect 1=int:10,0,30,20,50,40,70,60
//      --expect 2=int:0,10,0,10,20,30,40,50 --expect 3=int:30,40,50,60,70,50,60,70

#include <metal_stdlib>
using namespace metal;

kernel void shuffles(device int* reversed [[buffer(0)]], device int* swapped [[buffer(1)]], device int* up [[buffer(2)]],
                     device int* down [[buffer(3)]], uint i [[thread_position_in_grid]])
{
    int v = int(i) * 10;
    reversed[i] = simd_shuffle(v, 7 - i);
    swapped[i] = simd_shuffle_xor(v, 1);
    up[i] = simd_shuffle_up(v, 2);
    down[i] = simd_shuffle_down(v, 3);
}
