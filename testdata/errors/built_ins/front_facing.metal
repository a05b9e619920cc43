// front_facing is a fragment input.

#include <metal_stdlib>
using namespace metal;

kernel void front_facing(device int* out [[buffer(0)]],
                         bool front [[front_facing]]) // ERROR
{
    out[0] = front;
}
