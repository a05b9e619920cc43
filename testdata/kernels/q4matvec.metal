// Matrix-vector product with 4-bit weights: rows of 32-weight blocks, each a half scale and 16 bytes of nibbles (18
// bytes a block). One threadgroup a row; with two blocks a row, two of the four threads have nothing to add.
//
// RUN: q4matvec --grid 8 --group 4 --threadgroup-memory 0=16
//      --buffer 0=uchar:31,33,0,17,34,51,68,85,102,119,136,153,170,187,204,221,238,255,31,37,31,48,65,82,
//        99,116,133,150,167,184,201,218,235,252,13,30,174,39,62,79,96,113,130,147,164,181,198,215,232,249,
//        10,27,44,61,31,41,93,110,127,144,161,178,195,212,229,246,7,24,41,58,75,92
//      --buffer 1=float:-1,-0.25,0.5,-0.75,0,0.75,-0.5,0.25,-1,-0.25,0.5,-0.75,0,0.75,-0.5,0.25,-1,-0.25,
//        0.5,-0.75,0,0.75,-0.5,0.25,-1,-0.25,0.5,-0.75,0,0.75,-0.5,0.25,-1,-0.25,0.5,-0.75,0,0.75,-0.5,
//        0.25,-1,-0.25,0.5,-0.75,0,0.75,-0.5,0.25,-1,-0.25,0.5,-0.75,0,0.75,-0.5,0.25,-1,-0.25,0.5,-0.75,0,
//        0.75,-0.5,0.25
//      --buffer 2=float:zeros(2) --buffer 3=uint:64
//      --expect 2=float:0.34007263,-0.37249756

#include <metal_stdlib>
using namespace metal;

kernel void q4matvec(device const uchar* w [[buffer(0)]],
                     device const float* x [[buffer(1)]],
                     device float* y [[buffer(2)]],
                     constant uint& cols [[buffer(3)]],
                     threadgroup float* tmp [[threadgroup(0)]],
                     uint l [[thread_position_in_threadgroup]],
                     uint n [[threads_per_threadgroup]],
                     uint row [[threadgroup_position_in_grid]])
{
    uint nb = cols / 32;
    float acc = 0.0f;
    for (uint b = l; b < nb; b += n) {
        device const uchar* p = w + (ulong(row) * nb + b) * 18;
        device const float* xb = x + b * 32;
        float d = *reinterpret_cast<device const half*>(p);
        float s = 0.0f;
        for (uint k = 0; k < 16; k++) {
            uint q = p[2 + k];
            s += float(int(q & 15u) - 8) * xb[k];
            s += float(int(q >> 4) - 8) * xb[k + 16];
        }
        acc += d * s;
    }
    tmp[l] = acc;
    threadgroup_barrier(mem_flags::mem_threadgroup);
    for (uint s = n / 2; s > 0; s >>= 1) {
        if (l < s)
            tmp[l] += tmp[l + s];
        threadgroup_barrier(mem_flags::mem_threadgroup);
    }
    if (l == 0)
        y[row] = tmp[0];
}
