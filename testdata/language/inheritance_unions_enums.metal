// Methods of a base class, an anonymous union, scoped and plain enumerations, a switch on one.
// RUN: ki --grid 1 --group 1 --buffer 0=int:zeros(3)
//      --expect 0=int:1073741838,1,1

#include <metal_stdlib>
using namespace metal;

struct Base {
    int x;
    int get() const {
        return x;
    }
    static int two() {
        return 2;
    }
};
struct Derived : Base {
    int y = 5;
    union {
        float f;
        uint u;
    };
    int sum() const {
        return get() + y + two();
    }
};
enum class Mode : uchar {
    A, B = 4, C
};
enum Flags {
    F1 = 1, F2 = 2
};
constexpr Flags operator|(Flags a, Flags b) {
    return Flags(int(a) | int(b));
}
int pick(Mode m) {
    switch (m) {
        case Mode::A: return 1;
        case Mode::B: return 2;
        default: break;
    }
    return 3;
}
kernel void ki(device int* o [[buffer(0)]]) {
    Derived d;
    d.x = 1;
    d.f = 2.0f;
    o[0] = d.sum() + d.u + pick(Mode::C) + (F1 | F2) + (Mode::A == Mode::B);
    thread Base* p = &d;
    o[1] = p->x;
    Base b = d;
    o[2] = b.x;
}
