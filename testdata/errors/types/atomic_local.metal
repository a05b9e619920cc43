// Atomics live in device and threadgroup memory.

#include <metal_stdlib>
using namespace metal;

kernel void atomic_local(device int* out [[buffer(0)]])
{
    atomic_int a; // ERROR
    out[0] = 1;
}
