// Section 5.2: size_t can't be an argument type.

#include <metal_stdlib>
using namespace metal;

kernel void size_t_test(device int* out [[buffer(0)]],
                        constant size_t& n [[buffer(1)]]) // WARNING: E1005
{
    out[0] = int(n);
}
