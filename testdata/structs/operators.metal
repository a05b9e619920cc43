// (1 + 2i)(3 + 4i) = -5 + 10i; plus 1 + 2i gives -4 + 12i.
// RUN: operators --grid 1 --group 1 --buffer 0=float:zeros(3)
//      --expect 0=float:-4,12,1

#include <metal_stdlib>
using namespace metal;

struct Complex {
    float re, im;
};

static Complex operator*(Complex a, Complex b)
{
    return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

static Complex operator+(Complex a, Complex b)
{
    return {a.re + b.re, a.im + b.im};
}

static bool operator==(Complex a, Complex b)
{
    return a.re == b.re && a.im == b.im;
}

kernel void operators(device float* out [[buffer(0)]])
{
    Complex a = {1, 2}, b = {3, 4};
    Complex c = a * b + a;
    out[0] = c.re;
    out[1] = c.im;
    out[2] = c == Complex{-4, 12};
}
