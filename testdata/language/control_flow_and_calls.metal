// Specialisations, function pointers, functors, lambdas with reference parameters, loops, small integers.
// RUN: kt --grid 1 --group 1 --buffer 0=float:zeros(16)
//      --expect 0=float:2,1,9,20,4,1,1,27,21,1,0,1099511627776,0,65535,3,0

#include <metal_stdlib>
using namespace metal;

template <typename T, int N> struct Stack {
    T data[N];
    int size = 0;
    void push(T v) thread {
        data[size++] = v;
    }
    T pop() thread {
        return data[--size];
    }
    bool empty() const {
        return size == 0;
    }
};
template <typename T> T twice(T v) {
    return v + v;
}
template <> float twice(float v) {
    return v * 2;
}
template <typename F> float apply(F f, float x) {
    return f(x);
}
float sq(float x) {
    return x * x;
}
typedef float (*fn)(float);
struct Functor {
    float k;
    float operator()(float x) const {
        return x * k;
    }
};
kernel void kt(device float* o [[buffer(0)]]) {
    Stack<float, 8> s;
    s.push(1);
    s.push(2);
    o[0] = s.pop();
    while (!s.empty()) o[1] += s.pop();
    o[2] = twice(3) + twice(1.5f);
    o[3] = apply(sq, 3) + apply(Functor{2}, 4) + apply([](float x) { return x + 1; }, 2);
    fn f = sq;
    o[4] = f(2);
    fn g = &sq;
    o[5] = (*g)(1);
    auto l = [&](int i, thread float& r) -> bool {
        r += o[i];
        return r > 0;
    };
    float r = 0;
    if (l(1, r)) o[6] = r;
    for (int i = 0, j = 10; i < j; ++i, --j) {
        if (i == 3) break;
        o[7] += j;
    }
    int v[2][3] = {{1, 2, 3}, {4, 5, 6}};
    for (auto& row : v) for (int e : row) o[8] += e;
    uint x = 5;
    do {
        x >>= 1;
    } while (x);
    switch (x) {
        case 0: { o[9] = 1; break; } case 1: case 2: o[9] = 2;
        break;
    }
    bool b = x;
    b |= true;
    b = !b;
    o[10] = b ? 1 : 0;
    long L = 1;
    L <<= 40;
    o[11] = L;
    uchar c = 255;
    c++;
    o[12] = c;
    short sh = -1;
    o[13] = ushort(sh);
    half hh = 1;
    hh += 1;
    hh++;
    o[14] = hh;
}
