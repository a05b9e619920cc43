// A comparison of vectors is a vector of bool; any and all fold it, select picks by component.
// RUN: comparisons --grid 1 --group 1 --buffer 0=float4:1,2,3,4,4,2,1,8 --buffer 1=int4:zeros(2) --buffer 2=float4:zeros(1)
//      --buffer 3=int:zeros(3)
//      --expect 1=int4:1,0,0,1,0,1,0,0 --expect 2=float4:4,2,3,8 --expect 3=int:1,0,1

#include <metal_stdlib>
using namespace metal;

kernel void comparisons(device const float4* in [[buffer(0)]], device int4* out [[buffer(1)]],
                        device float4* larger [[buffer(2)]], device int* folded [[buffer(3)]])
{
    bool4 less = in[0] < in[1];
    out[0] = int4(less);
    out[1] = int4(in[0] == in[1]);
    larger[0] = select(in[0], in[1], less);
    folded[0] = any(less);
    folded[1] = all(less);
    folded[2] = all(in[0] > 0);
}
