// Each case label once.

#include <metal_stdlib>
using namespace metal;

kernel void duplicate_case(device int* out [[buffer(0)]], uint i [[thread_position_in_grid]])
{
    switch (i) {
    case 1:
        out[i] = 1;
        break;
    case 1: // ERROR
        out[i] = 2;
        break;
    }
}
