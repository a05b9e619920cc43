// A full specialisation of a class template and of a function template.
// RUN: specialisation --grid 1 --group 1 --buffer 0=int:zeros(4)
//      --expect 0=int:0,1,10,20

#include <metal_stdlib>
using namespace metal;

template <typename T>
struct is_half {
    static constexpr constant bool value = false;
};

template <>
struct is_half<half> {
    static constexpr constant bool value = true;
};

template <typename T>
int tag()
{
    return 10;
}

template <>
int tag<half>()
{
    return 20;
}

kernel void specialisation(device int* out [[buffer(0)]])
{
    out[0] = is_half<float>::value;
    out[1] = is_half<half>::value;
    out[2] = tag<float>();
    out[3] = tag<half>();
}
