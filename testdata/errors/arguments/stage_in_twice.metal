// One [[stage_in]] argument at most.

#include <metal_stdlib>
using namespace metal;

struct In {
    float4 a [[attribute(0)]];
};

kernel void stage_in_twice(In first [[stage_in]],
                           In second [[stage_in]], // ERROR
                           device float4* out [[buffer(0)]])
{
    out[0] = first.a + second.a;
}
