// Constructors with initialiser lists, a default member initialiser, an overload.
// RUN: constructors --grid 1 --group 1 --buffer 0=float:zeros(5)
//      --expect 0=float:3,4,2,6,8

#include <metal_stdlib>
using namespace metal;

struct Complex {
    float re, im;
    float scale = 2;
    Complex(float r, float i) : re(r), im(i) {}
    Complex(float both) : re(both), im(both + 2), scale(1) {}
};

kernel void constructors(device float* out [[buffer(0)]])
{
    Complex a(3, 4);
    Complex b = Complex(6);
    out[0] = a.re;
    out[1] = a.im;
    out[2] = a.scale;
    out[3] = b.re;
    out[4] = b.im;
}
