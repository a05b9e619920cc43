// A value-type array wrapper with an operator[] for each address space.
// RUN: wrapped_array --grid 1 --group 1 --buffer 0=float:zeros(3)
//      --expect 0=float:1,20,5

#include <metal_stdlib>
using namespace metal;

template <typename T, size_t Num>
struct unsafe_array {
    T elements[Num ? Num : 1];

    thread T& operator[](size_t pos) thread { return elements[pos]; }
    constexpr const thread T& operator[](size_t pos) const thread { return elements[pos]; }
    device T& operator[](size_t pos) device { return elements[pos]; }
    constexpr const device T& operator[](size_t pos) const device { return elements[pos]; }
    constexpr const constant T& operator[](size_t pos) const constant { return elements[pos]; }
    threadgroup T& operator[](size_t pos) threadgroup { return elements[pos]; }
    constexpr const threadgroup T& operator[](size_t pos) const threadgroup { return elements[pos]; }
};

constant unsafe_array<float, 3> table = unsafe_array<float, 3>({3.0, 4.0, 5.0});

struct Output {
    unsafe_array<float, 3> values;
};

static unsafe_array<float, 2> make(float a)
{
    return unsafe_array<float, 2>({a, a * 2.0});
}

kernel void wrapped_array(device Output& out [[buffer(0)]])
{
    unsafe_array<float, 2> copy = make(10.0);
    copy[0] = 1.0;
    out.values[0] = copy[0];
    out.values[1] = copy[1];
    out.values[2] = table[2];
}
