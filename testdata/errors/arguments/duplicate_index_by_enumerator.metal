// Two arguments for buffers with an index from the same enumerator.

#include <metal_stdlib>
using namespace metal;

enum Slot { Input = 2, Output = 2 };

kernel void duplicate_index_by_enumerator(device const int* in [[buffer(Input)]],
                                          device int* out [[buffer(Output)]]) // ERROR
{
    out[0] = in[0];
}
