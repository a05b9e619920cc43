// Explicit arguments, a non-type parameter, a default.
// RUN: explicit_arguments --grid 1 --group 1 --buffer 0=int:zeros(3)
//      --expect 0=int:44,12,256

#include <metal_stdlib>
using namespace metal;

template <typename T, int N = 4>
int times(int x)
{
    return int(T(x)) * N;
}

kernel void explicit_arguments(device int* out [[buffer(0)]])
{
    out[0] = times<int>(11);
    out[1] = times<int, 1>(12);
    out[2] = times<uchar, 2>(384);
}
