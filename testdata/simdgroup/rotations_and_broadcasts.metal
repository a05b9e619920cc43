// Rotations wrap around; a broadcast gives all lanes one lane's value.
// RUN: rotations_and_broadcasts --simd-width 8 --grid 8 --group 8 --buffer 0=int:zeros(8) --buffer 1=int:zeros(8) --buffer 2=int:zeros(8)
//      --expect 0=int:60,70,0,10,20,30,40,50 --expect 1=int:30,40,50,60,70,0,10,20
//      --expect 2=int:50,51,52,53,54,55,56,57

#include <metal_stdlib>
using namespace metal;

kernel void rotations_and_broadcasts(device int* up [[buffer(0)]], device int* down [[buffer(1)]], device int* sent [[buffer(2)]],
                                     uint i [[thread_position_in_grid]])
{
    int v = int(i) * 10;
    up[i] = simd_shuffle_rotate_up(v, 2);
    down[i] = simd_shuffle_rotate_down(v, 3);
    sent[i] = simd_broadcast(v, 5) + simd_broadcast_first(v) + int(i);
}
