// Component by component; a scalar operand is first spread over all components.
// RUN: arithmetic --grid 1 --group 1 --buffer 0=int4:1,2,3,4,10,20,30,40 --buffer 1=int4:zeros(5)
//      --expect 1=int4:11,22,33,44,9,18,27,36,10,40,90,160,2,4,6,8,10,10,10,10

#include <metal_stdlib>
using namespace metal;

kernel void arithmetic(device const int4* in [[buffer(0)]], device int4* out [[buffer(1)]])
{
    out[0] = in[0] + in[1];
    out[1] = in[1] - in[0];
    out[2] = in[0] * in[1];
    out[3] = 2 * in[0];
    out[4] = in[1] / in[0];
}
