// as_type keeps the size: 4 bytes against 8.

#include <metal_stdlib>
using namespace metal;

kernel void as_type_size(device uint* out [[buffer(0)]])
{
    out[0] = as_type<uint>(float2(1)); // ERROR
}
