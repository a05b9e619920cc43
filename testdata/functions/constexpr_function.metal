// A constexpr function in a constant expression (an array size) and at run time.
// RUN: constexpr_function --grid 1 --group 1 --buffer 0=int:5 --buffer 1=int:zeros(2)
//      --expect 1=int:24,120

#include <metal_stdlib>
using namespace metal;

constexpr int factorial(int n)
{
    return n <= 1 ? 1 : n * factorial(n - 1);
}

kernel void constexpr_function(device const int* in [[buffer(0)]], device int* out [[buffer(1)]])
{
    int sized[factorial(4)];
    int product = 1;
    for (int k = 2; k <= in[0]; k++)
        product *= k;
    out[0] = sizeof(sized) / sizeof(int);
    out[1] = product;
}
