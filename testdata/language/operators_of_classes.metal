// Operators, conversions and subscripts of a class; a functor, operator->, a friend.
// RUN: d1 --grid 1 --group 1 --buffer 0=float:zeros(16)
//      --expect 0=float:5,6,9,1,1,1,5,15,4,-8,7,1,0,0,0,0

#include <metal_stdlib>
using namespace metal;

struct V {
    float x, y;
    V() : V(0, 0) {
    }
    V(float a, float b) : x(a), y(b) {
    }
    explicit V(float s) : x(s), y(s) {
    }
    V operator+(const thread V& o) const {
        return V(x + o.x, y + o.y);
    }
    V operator-() const {
        return V(-x, -y);
    }
    thread V& operator++() {
        x += 1;
        return *this;
    }
    V operator++(int) {
        V t = *this;
        ++*this;
        return t;
    }
    explicit operator bool() const {
        return x != 0;
    }
    bool operator==(V o) const {
        return x == o.x && y == o.y;
    }
    bool operator!=(V o) const {
        return !(*this == o);
    }
    thread float& operator[](int i) {
        return i ? y : x;
    }
    float operator[](int i) const {
        return i ? y : x;
    }
    float operator()(float k) const {
        return x * k + y;
    }
    static V unit() {
        return V(1, 1);
    }
    static constexpr constant int dims = 2;
    friend V operator*(float s, V v) {
        return V(s * v.x, s * v.y);
    }
};
struct Ptr {
    thread V* p;
    thread V* operator->() const {
        return p;
    }
    thread V& operator*() const {
        return *p;
    }
};
kernel void d1(device float* o [[buffer(0)]]) {
    V a(1, 2), b = a + V(3);
    ++b;
    V c = b++;
    o[0] = c.x;
    o[1] = b[0];
    b[1] = 9;
    o[2] = b.y;
    if (a) o[3] = 1;
    if (!V()) o[4] = 1;
    o[5] = (a == b) + (a != b);
    o[6] = a(3);
    Ptr p{&a};
    p->x = 7;
    (*p).y = 8;
    o[7] = a.x + a.y;
    o[8] = (2 * V::unit()).x + V::dims;
    o[9] = (-a)[1];
    const V k = a;
    o[10] = k[0];
    while (V q = V(o[11])) {
        o[11] = 0;
    }
    o[11] = a && b;
}
