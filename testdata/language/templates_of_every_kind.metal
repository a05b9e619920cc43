// Template template parameters, variable templates, deduced results, void_t, constexpr array bounds.
// RUN: d3 --grid 1 --group 1 --buffer 0=int:zeros(8)
//      --expect 0=int:7,8,1,13,3,1,0,0

#include <metal_stdlib>
using namespace metal;

template<template<typename> class C, typename T> struct Wrap {
    C<T> c;
};
template<typename T> struct Box {
    T v;
    using value = T;
};
template<typename T> constexpr constant int rank_v = 0;
template<typename T> constexpr constant int rank_v<Box<T>> = 1 + rank_v<T>;
template<typename T> auto get(const thread Box<T>& b) -> decltype(b.v) {
    return b.v;
}
template<typename T> decltype(auto) ref(thread Box<T>& b) {
    return (b.v);
}
template<typename T, typename = void> struct has_value : false_type {
};
template<typename T> struct has_value<T, void_t<typename T::value>> : true_type {
};
constexpr int tri(int n) {
    int s = 0;
    for (int i = 1; i <= n; ++i) s += i;
    return s;
}
constant int lut[tri(3)] = {1, 2, 3, 4, 5, 6};
constant constexpr int primes[] = {2, 3, 5};
template<int N> struct Fix {
    int a[N];
    int len() const {
        return N;
    }
};
kernel void d3(device int* o [[buffer(0)]]) {
    Wrap<Box, int> w{{5}};
    o[0] = w.c.v + rank_v<Box<Box<int>>>;
    Box<int> b{7};
    ref(b) = 8;
    o[1] = get(b);
    o[2] = has_value<Box<int>>::value + has_value<int>::value;
    Fix<primes[2]> f = {{1, 2}};
    o[3] = f.len() + f.a[1] + f.a[4] + lut[5];
    o[4] = conditional_t<is_same_v<int, float>, Box<float>, Box<int>>{3}.v;
    if constexpr (is_integral_v<decltype(o[0] + 1)>) o[5] = 1;
    else o[5] = 2;
}
