// Overloads that exist only for some types.
// RUN: k8 --grid 1 --group 1 --buffer 0=float:0
//      --expect 0=float:4

#include <metal_stdlib>
using namespace metal;

template<typename T> struct cx {
    T re, im;
};
template<typename T> constexpr constant bool is_cx = false;
template<typename T> constexpr constant bool is_cx<cx<T>> = true;
template<typename T, enable_if_t<!is_cx<T>, bool> = true> T re(T x) {
    return x;
}
template<typename T, enable_if_t<is_cx<T>, bool> = true> auto re(T x) {
    return x.re;
}
kernel void k8(device float* o [[buffer(0)]]) {
    cx<float> c = {1, 2};
    o[0] = re(c) + re(3.0f);
}
