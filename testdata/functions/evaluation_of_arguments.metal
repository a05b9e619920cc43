// Each argument is evaluated once.
// RUN: evaluation_of_arguments --grid 1 --group 1 --buffer 0=int:zeros(2)
//      --expect 0=int:30,2

#include <metal_stdlib>
using namespace metal;

static int next(thread int& calls, int value)
{
    calls++;
    return value;
}

static int add(int a, int b)
{
    return a + b;
}

kernel void evaluation_of_arguments(device int* out [[buffer(0)]])
{
    int calls = 0;
    out[0] = add(next(calls, 10), next(calls, 20));
    out[1] = calls;
}
