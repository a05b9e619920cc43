// A generic lambda called with integral constants, usable as constants inside.
// RUN: k10 --grid 1 --group 1 --buffer 0=float:1,2,3,4
//      --expect 0=float:7,2,3,4

#include <metal_stdlib>
using namespace metal;

template <int N> using Int = integral_constant<int, N>;
template <int B, int E, typename F> void for_each(F f) {
    if constexpr (B < E) {
        f(Int<B>{});
        for_each<B + 1, E>(f);
    }
}
kernel void k10(device float* o [[buffer(0)]]) {
    float acc[4] = {};
    float x = o[1];
    for_each<0, 4>([&](auto i) { acc[i.value] += x; if constexpr (i == 2) { acc[0] = 7; } });
    o[0] = acc[0];
}
