// A struct argument by value holds only resources; a plain member among them is an error.

#include <metal_stdlib>
using namespace metal;

struct Mixed {
    device int* out [[id(0)]];
    int scale;
};

kernel void resources_and_values_in_struct(Mixed m) // ERROR
{
    m.out[0] = m.scale;
}
