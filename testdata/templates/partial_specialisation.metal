// Partial and explicit specialisations, SFINAE, partial ordering, packs.
// RUN: specialised --grid 1 --group 1 --buffer 0=int:zeros(8)
//      --expect 0=int:1,2,3,4,5,6,3,12

#include <metal_stdlib>
using namespace metal;

template <typename T, typename U = int> struct Kind { static constexpr constant int value = 1; };
template <typename T> struct Kind<device T*> { static constexpr constant int value = 2; };
template <typename T, int N> struct Kind<vec<T, N>> { static constexpr constant int value = N; };
template <typename T> struct Kind<T, T> { static constexpr constant int value = 4; };
template <> struct Kind<half> { static constexpr constant int value = 5; };

template <typename T> constexpr constant bool is_pair = false;
template <typename T> struct Pair { T a, b; };
template <typename T> constexpr constant bool is_pair<Pair<T>> = true;

template <typename T, enable_if_t<is_pair<T>, bool> = true> int size_of(T) { return 6; }
template <typename T, enable_if_t<!is_pair<T>, bool> = true> int size_of(T) { return 7; }

template <typename T> int deep(const thread T&) { return 1; }
template <typename T, int N> int deep(const thread vec<T, N>&) { return N; }

template <typename... T> int sum(T... x) { return (0 + ... + x); }
template <int... N> struct Product { static constexpr constant int value = (1 * ... * N); };

kernel void specialised(device int* out [[buffer(0)]])
{
    out[0] = Kind<float>::value;
    out[1] = Kind<device float*>::value;
    out[2] = Kind<float3>::value;
    out[3] = Kind<int>::value;
    out[4] = Kind<half>::value;
    out[5] = size_of(Pair<int>{1, 2});
    out[6] = deep(float3(1)) * (size_of(1) == 7);
    out[7] = sum(1, 2, 3) + Product<2, 3>::value;
}
