// Softmax of two rows of eight, one threadgroup a row: a maximum and a sum by trees, exp between them.
//
// RUN: softmax --grid 8 --group 4 --threadgroup-memory 0=16
//      --buffer 0=float:1,2,3,4,5,6,7,8,-8,0.5,0.5,8,7.5,-1,3,3.25 --buffer 1=float:zeros(16) --buffer 2=uint:8
//      --expect 1=float:0.0005766128,0.0015673961,0.0042606243,0.011581577,0.03148199,0.08557692,0.2326222,
//        0.6323327,6.933134e-08,0.0003407475,0.0003407475,0.61608595,0.37367502,7.603104e-05,0.0041511543,
//        0.0053301877
//      --tolerance 0,2e-6

#include <metal_stdlib>
using namespace metal;

kernel void softmax(device const float* in [[buffer(0)]],
                    device float* out [[buffer(1)]],
                    constant uint& cols [[buffer(2)]],
                    threadgroup float* tmp [[threadgroup(0)]],
                    uint l [[thread_position_in_threadgroup]],
                    uint n [[threads_per_threadgroup]],
                    uint row [[threadgroup_position_in_grid]])
{
    device const float* r = in + row * cols;
    device float* o = out + row * cols;

    float m = -INFINITY;
    for (uint c = l; c < cols; c += n)
        m = fmax(m, r[c]);
    tmp[l] = m;
    threadgroup_barrier(mem_flags::mem_threadgroup);
    for (uint s = n / 2; s > 0; s >>= 1) {
        if (l < s)
            tmp[l] = fmax(tmp[l], tmp[l + s]);
        threadgroup_barrier(mem_flags::mem_threadgroup);
    }
    m = tmp[0];
    threadgroup_barrier(mem_flags::mem_threadgroup);

    float sum = 0.0f;
    for (uint c = l; c < cols; c += n) {
        float e = exp(r[c] - m);
        o[c] = e;
        sum += e;
    }
    tmp[l] = sum;
    threadgroup_barrier(mem_flags::mem_threadgroup);
    for (uint s = n / 2; s > 0; s >>= 1) {
        if (l < s)
            tmp[l] += tmp[l + s];
        threadgroup_barrier(mem_flags::mem_threadgroup);
    }
    float inv = 1.0f / tmp[0];
    for (uint c = l; c < cols; c += n)
        o[c] *= inv;
}
