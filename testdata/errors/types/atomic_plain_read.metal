// An atomic is only read through atomic_load_explicit.

#include <metal_stdlib>
using namespace metal;

kernel void atomic_plain_read(device atomic_int* a [[buffer(0)]], device int* out [[buffer(1)]])
{
    out[0] = a[0]; // ERROR
}
