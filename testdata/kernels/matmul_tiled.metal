// C = A B through square tiles in threadgroup memory. With ones and twos in a 16 x 16 tile every element is 32; with
// tiles of 4, four groups load two tiles each and add in the order of the naive kernel.
//
// RUN: matmul_tiled --grid 16,16 --group 16,16
//      --buffer 0=float:fill(256,1) --buffer 1=float:fill(256,2) --buffer 2=float:zeros(256) --buffer 3=uint:16
//      --expect 2=float:fill(256,32)
// RUN: matmul_tiled -D TILE=4 --grid 8,8 --group 4,4
//      --buffer 0=float:0,2.1,0.9,3,1.8,0.6,2.7,1.5,0.3,2.4,1.2,0,2.1,0.9,3,1.8,0.6,2.7,1.5,0.3,2.4,1.2,0,
//        2.1,0.9,3,1.8,0.6,2.7,1.5,0.3,2.4,1.2,0,2.1,0.9,3,1.8,0.6,2.7,1.5,0.3,2.4,1.2,0,2.1,0.9,3,1.8,0.6,
//        2.7,1.5,0.3,2.4,1.2,0,2.1,0.9,3,1.8,0.6,2.7,1.5,0.3
//      --buffer 1=float:-6,-1,4,-4,1,6,-2,3,-5,0,5,-3,2,-6,-1,4,-4,1,6,-2,3,-5,0,5,-3,2,-6,-1,4,-4,1,6,-2,
//        3,-5,0,5,-3,2,-6,-1,4,-4,1,6,-2,3,-5,0,5,-3,2,-6,-1,4,-4,1,6,-2,3,-5,0,5,-3
//      --buffer 2=float:zeros(64) --buffer 3=uint:8
//      --expect 2=float:-25.800001,37.199997,-24.6,-0.59999895,7.799999,-38.4,24.6,1.8000002,-21.9,36.6,
//        -6.3,1.4999981,-2.3999996,-29.699999,24.9,-18,-27.9,26.1,2.1000004,-6.3000007,20.400002,
//        -30.900002,15.3,-4.8000007,-33.899998,32.100002,0.59999895,-7.5000005,23.399998,-35.399998,18.9,
//        -4.8,-23.399998,38.1,-17.4,1.2000008,19.800003,-20.1,25.8,-18,-22.800001,34.2,-2.3999987,
//        -9.536743e-07,6.300001,-14.7,22.8,1.8000011,-32.1,20.400002,2.700001,-11.1,25.8,-19.2,9.900001,
//        11.7,-38.100002,26.4,1.2000002,-12.299997,28.8,-23.699999,13.5,11.699999

#include <metal_stdlib>
using namespace metal;

#ifndef TILE
#define TILE 16
#endif

kernel void matmul_tiled(device const float* A [[buffer(0)]],
                         device const float* B [[buffer(1)]],
                         device float* C [[buffer(2)]],
                         constant uint& n [[buffer(3)]],
                         uint2 p [[thread_position_in_grid]],
                         uint2 l [[thread_position_in_threadgroup]])
{
    threadgroup float As[TILE][TILE];
    threadgroup float Bs[TILE][TILE];
    float acc = 0.0f;
    for (uint t = 0; t < n; t += TILE) {
        As[l.y][l.x] = A[p.y * n + t + l.x];
        Bs[l.y][l.x] = B[(t + l.y) * n + p.x];
        threadgroup_barrier(mem_flags::mem_threadgroup);
        for (uint k = 0; k < TILE; k++)
            acc += As[l.y][k] * Bs[k][l.x];
        threadgroup_barrier(mem_flags::mem_threadgroup);
    }
    C[p.y * n + p.x] = acc;
}
