// Lambdas: captures of this, nested, generic, variadic, without captures.
// RUN: d4 --grid 1 --group 1 --buffer 0=float:zeros(8)
//      --expect 0=float:25,3.5,6,8,3,3,0,0

#include <metal_stdlib>
using namespace metal;

struct Acc {
    float s;
    float k = 2;
    void each(thread float* v, int n) {
        auto add = [this](float x) {
            s += x * k;
        };
        for (int i = 0; i < n; ++i) add(v[i]);
        auto outer = [&](float q) {
            auto inner = [=](float z) {
                return z * q * k;
            };
            return inner(2);
        };
        s += outer(3);
    }
};
template<typename F, typename... A> auto call(F f, A... a) {
    return f(a...);
}
kernel void d4(device float* o [[buffer(0)]]) {
    Acc a{1};
    float v[3] = {1, 2, 3};
    a.each(v, 3);
    o[0] = a.s;
    o[1] = call([](auto x, auto y) { return x + y; }, 1, 2.5f);
    o[2] = call([&](auto... xs) { return (xs + ...); }, 1, 2, 3);
    constexpr int N = 4;
    auto g = [] { return N * 2; };
    o[3] = g();
    int cnt = 0;
    auto rec = [&cnt](int i) {
        cnt += i;
    };
    for (int i = 0; i < 3; i++) rec(i);
    o[4] = cnt;
    auto pr = [](float2 p) -> float {
        if (p.x > 0) return p.x;
        return 0;
    };
    o[5] = pr({3, 4});
}
