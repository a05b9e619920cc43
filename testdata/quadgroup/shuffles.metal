// Inside each quad: xor with 3 reverses, a broadcast of lane 2, rotations by one.
// RUN: shuffles --simd-width 8 --grid 8 --group 8 --buffer 0=int:zeros(8) --buffer 1=int:zeros(8) --buffer 2=int:zeros(8)
//      --buffer 3=int:zeros(8)
//      --expect 0=int:3,2,1,0,7,6,5,4 --expect 1=int:2,2,2,2,6,6,6,6 --expect 2=int:3,0,1,2,7,4,5,6
//      --expect 3=int:1,2,3,3,5,6,7,7

#include <metal_stdlib>
using namespace metal;

kernel void shuffles(device int* reversed [[buffer(0)]], device int* sent [[buffer(1)]], device int* rotated [[buffer(2)]],
                     device int* down [[buffer(3)]], uint i [[thread_position_in_grid]])
{
    int v = i;
    reversed[i] = quad_shuffle_xor(v, 3);
    sent[i] = quad_broadcast(v, 2);
    rotated[i] = quad_shuffle_rotate_up(v, 1);
    down[i] = quad_shuffle_down(v, 1);
}
