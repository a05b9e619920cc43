// y = a x + y, the guard included: ten elements in groups of four: the last group is smaller, or,
// with whole threadgroups, has two threads beyond n. Two roundings an element: no fused multiply-add.
//
// RUN: saxpy --grid 10 --group 4
//      --buffer 0=float:0.1,0.2,0.3,0.4,0.5,0.6,0.7,0.8,0.9,1.1
//      --buffer 1=float:1,-1,2,-2,3,-3,4,-4,5,0.001
//      --buffer 2=float:2.5 --buffer 3=uint:10
//      --expect 1=float:1.25,-0.5,2.75,-1,4.25,-1.5,5.75,-2,7.25,2.751
// RUN: saxpy --threadgroups 3 --group 4
//      --buffer 0=float:0.1,0.2,0.3,0.4,0.5,0.6,0.7,0.8,0.9,1.1
//      --buffer 1=float:1,-1,2,-2,3,-3,4,-4,5,0.001
//      --buffer 2=float:2.5 --buffer 3=uint:10
//      --expect 1=float:1.25,-0.5,2.75,-1,4.25,-1.5,5.75,-2,7.25,2.751

#include <metal_stdlib>
using namespace metal;

kernel void saxpy(device const float* x [[buffer(0)]],
                  device float* y [[buffer(1)]],
                  constant float& a [[buffer(2)]],
                  constant uint& n [[buffer(3)]],
                  uint i [[thread_position_in_grid]])
{
    if (i < n)
        y[i] = a * x[i] + y[i];
}
