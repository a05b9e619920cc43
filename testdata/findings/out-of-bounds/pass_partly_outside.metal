// Two floats earlier it fits exactly.
// RUN: partly_outside --grid 1 --group 1 --buffer 0=float:iota(6) --buffer 1=float4:zeros(1)
//      --expect 1=float4:2,3,4,5

#include <metal_stdlib>
using namespace metal;

struct Pair {
    packed_float4 v;
};

kernel void partly_outside(device const float* in [[buffer(0)]], device float4* out [[buffer(1)]])
{
    device const Pair* p = reinterpret_cast<device const Pair*>(in + 2);
    out[0] = p->v;
}
