// >> of a signed value keeps the sign; the count uses its low bits only (5 for int), so 33 shifts by one.
// RUN: shifts --grid 1 --group 1 --buffer 0=int:-16,33 --buffer 1=int:zeros(3) --buffer 2=uint:zeros(2)
//      --expect 1=int:-4,-8,-64 --expect 2=uint:1073741820,4294967264

#include <metal_stdlib>
using namespace metal;

kernel void shifts(device const int* in [[buffer(0)]], device int* out [[buffer(1)]], device uint* u [[buffer(2)]])
{
    out[0] = in[0] >> 2;
    out[1] = in[0] >> in[1];
    out[2] = in[0] << 2;
    u[0] = uint(in[0]) >> 2;
    u[1] = uint(in[0]) << 1;
}
