// Compute functions may call themselves (since Metal 2.4): Fibonacci of the thread's number.
// RUN: recursion --grid 8 --group 8 --buffer 0=int:zeros(8)
//      --expect 0=int:0,1,1,2,3,5,8,13

#include <metal_stdlib>
using namespace metal;

static int fibonacci(int n)
{
    return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

kernel void recursion(device int* out [[buffer(0)]], uint i [[thread_position_in_grid]])
{
    out[i] = fibonacci(i);
}
