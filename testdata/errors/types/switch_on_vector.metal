// A switch needs an integer.

#include <metal_stdlib>
using namespace metal;

kernel void switch_on_vector(device int* out [[buffer(0)]])
{
    int2 v = int2(1, 2);
    switch (v) { // ERROR
    default:
        out[0] = 1;
    }
}
