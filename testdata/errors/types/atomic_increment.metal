// No operators on atomics.

#include <metal_stdlib>
using namespace metal;

kernel void atomic_increment(device atomic_int* a [[buffer(0)]])
{
    a[0]++; // ERROR
}
