// [[id(n)]] is unique in an argument buffer.

#include <metal_stdlib>
using namespace metal;

struct Arguments {
    device int* a [[id(1)]];
    device int* b [[id(1)]]; // ERROR
};

kernel void duplicate_id(constant Arguments& args [[buffer(0)]])
{
    args.a[0] = args.b[0];
}
