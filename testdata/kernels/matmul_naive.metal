// C = A B for square row-major matrices, one thread an element.
//
// RUN: matmul_naive --grid 4,4 --group 4,4
//      --buffer 0=float:0,2.1,0.9,3,1.8,0.6,2.7,1.5,0.3,2.4,1.2,0,2.1,0.9,3,1.8
//      --buffer 1=float:-6,-1,4,-4,1,6,-2,3,-5,0,5,-3,2,-6,-1,4
//      --buffer 2=float:zeros(16) --buffer 3=uint:4
//      --expect 2=float:3.6,-5.4000006,-2.6999998,15.6,-20.699999,-7.2,18,-7.5,-5.4,14.1,2.3999999,
//        2.3999999,-23.1,-7.4999995,19.8,-7.5

#include <metal_stdlib>
using namespace metal;

kernel void matmul_naive(device const float* A [[buffer(0)]],
                         device const float* B [[buffer(1)]],
                         device float* C [[buffer(2)]],
                         constant uint& n [[buffer(3)]],
                         uint2 p [[thread_position_in_grid]])
{
    float acc = 0.0f;
    for (uint k = 0; k < n; k++)
        acc += A[p.y * n + k] * B[k * n + p.x];
    C[p.y * n + p.x] = acc;
}
