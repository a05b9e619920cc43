// References as results, pointer chains, comma, shifts modulo width, conversions of literals, swizzles.
// RUN: d5 --grid 1 --group 1 --buffer 0=float:zeros(16)
//      --expect 0=float:2,6,3,6,3,3,8,15,-4,45,1,0.33325195,1,66,24,0

#include <metal_stdlib>
using namespace metal;

thread float& pick(thread float& a, thread float& b, bool c) {
    return c ? a : b;
}
template<typename T> void swap_(thread T& a, thread T& b) {
    T t = a;
    a = b;
    b = t;
}
struct Node {
    int v;
    thread Node* next;
};
kernel void d5(device float* o [[buffer(0)]]) {
    float a = 1, b = 2;
    pick(a, b, true) = 5;
    (a > b ? a : b) += 1;
    swap_(a, b);
    o[0] = a;
    o[1] = b;
    Node n2{2, nullptr}, n1{1, &n2};
    int s = 0;
    for (thread Node* p = &n1; p; p = p->next) s += p->v;
    o[2] = s;
    thread float* pp[2] = {&a, &b};
    *pp[1] = 4;
    thread float* thread* q = pp;
    o[3] = **q + *q[1];
    float m[2][2] = {};
    m[1][0] = 3;
    thread float (*row)[2] = m;
    o[4] = row[1][0];
    if (int k = s; k > 2) o[5] = k;
    int x = (s++, s * 2);
    o[6] = x;
    uint u = 0u - 1;
    o[7] = u >> 28;
    o[8] = -7 / 2 + -7 % 3;
    o[9] = int(-1.9f) + uint8_t(300) + (1 << 33) ;
    bool f = 0.5f;
    o[10] = f;
    o[11] = half(1) / half(3);
    o[12] = true ? 1 : 2.5f;
    char ch = 'A';
    o[13] = ch + 1;
    float4 w = {1, 2, 3, 4};
    w = w.wzyx;
    w.xz = w.zx;
    o[14] = w.x * 10 + w.z;
}
