// Delegating constructors, default member initialisers, aggregates with bases, bit-fields, alignas.
// RUN: d2 --grid 1 --group 1 --buffer 0=int:zeros(8)
//      --expect 0=int:22,7,12,1,30,-1,38,0

#include <metal_stdlib>
using namespace metal;

struct B0 {
    int a;
    B0(int v) : a(v) {
    }
};
struct B1 : B0 {
    int b = 3;
    B1() : B0(4) {
    }
    B1(int q) : B0(q), b(q * 2) {
    }
    int sum() const {
        return a + b;
    }
};
struct Agg0 {
    int p;
};
struct Agg1 : Agg0 {
    int q;
    int r[2];
};
struct Bits {
    uint a : 3;
    uint b : 5;
    int c : 4;
};
kernel void d2(device int* o [[buffer(0)]]) {
    B1 x, y(5);
    o[0] = x.sum() + y.sum();
    Agg1 g{{1}, 2, {3, 4}};
    o[1] = g.p + g.q + g.r[1];
    Agg1 h = g;
    h.r[0] = 9;
    o[2] = g.r[0] + h.r[0];
    Bits t = {};
    t.a = 9;
    t.b = 31;
    t.c = -1;
    t.b -= 1;
    o[3] = t.a;
    o[4] = t.b;
    o[5] = t.c;
    alignas(16) int al[2] = {1, 2};
    o[6] = al[1] + sizeof(Bits) + alignof(float3) + sizeof(Agg1);
}
