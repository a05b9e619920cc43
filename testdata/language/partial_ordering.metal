// The curiously recurring template pattern; overloads of templates told apart by address space.
// RUN: kp --grid 1 --group 1 --buffer 0=int:0
//      --expect 0=int:10

#include <metal_stdlib>
using namespace metal;

template<typename D> struct Crtp {
    float call() const {
        return static_cast<const thread D*>(this)->impl();
    }
};
struct Impl : Crtp<Impl> {
    float impl() const {
        return 4;
    }
};
template<typename T> int which(T) {
    return 1;
}
template<typename T> int which(thread T*) {
    return 2;
}
template<typename T> int which(device T*) {
    return 3;
}
kernel void kp(device int* o [[buffer(0)]]) {
    Impl i;
    int x = 0;
    o[0] = i.call() + which(x) + which(&x) + which(o);
}
