// The zero value as a conversion operator template: it becomes whatever the other branch of ?: is.
// RUN: default_constructible --grid 4 --group 4 --buffer 0=float:1,2,3,4 --buffer 1=float:zeros(4) --buffer 2=uint:2
//      --expect 1=float:1,2,0,0

#include <metal_stdlib>
using namespace metal;

struct DefaultConstructible {
    template <typename T>
    operator T() &&
    {
        return T{};
    }
};

kernel void default_constructible(device const float* in [[buffer(0)]], device float* out [[buffer(1)]], constant uint& n [[buffer(2)]],
                                  uint i [[thread_position_in_grid]])
{
    out[i] = uint(i) < n ? in[i] : DefaultConstructible();
}
