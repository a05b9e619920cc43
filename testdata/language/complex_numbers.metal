// A complex number type with templates of operators and a conversion.
// RUN: kc --grid 1 --group 1 --buffer 0=float2:1,2,0,0,0,0,0,0
//      --expect 0=float2:1,2,5,6,1,2,-2,0

#include <metal_stdlib>
using namespace metal;

template<typename T> struct cplx {
    T r, i;
    cplx() = default;
    constexpr cplx(T r_, T i_ = 0) : r(r_), i(i_) {
    }
    template<typename U, typename = enable_if_t<is_convertible_v<T, U>>> operator cplx<U>() const {
        return {U(r), U(i)};
    }
    thread cplx& operator+=(cplx b) thread {
        r += b.r;
        i += b.i;
        return *this;
    }
};
template<typename T> constexpr cplx<T> operator*(cplx<T> a, cplx<T> b) {
    return {a.r * b.r - a.i * b.i, a.r * b.i + a.i * b.r};
}
template<typename T> cplx<T> operator+(cplx<T> a, cplx<T> b) {
    a += b;
    return a;
}
kernel void kc(device cplx<float>* o [[buffer(0)]]) {
    cplx<float> a = o[0], b(2);
    a += b * a;
    o[1] = a + b;
    o[2] = {1, 2};
    o[3].r = -o[0].i;
}
