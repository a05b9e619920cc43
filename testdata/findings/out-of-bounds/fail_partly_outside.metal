// Four floats read at the fifth of six: the last two lie outside.
// RUN: partly_outside --grid 1 --group 1 --buffer 0=float:iota(6) --buffer 1=float4:zeros(1)

#include <metal_stdlib>
using namespace metal;

struct Pair {
    packed_float4 v;
};

kernel void partly_outside(device const float* in [[buffer(0)]], device float4* out [[buffer(1)]])
{
    device const Pair* p = reinterpret_cast<device const Pair*>(in + 4);
    out[0] = p->v; // FINDING: out-of-bounds thread 0
}
