// The right operand of && and || runs only when it decides: the counter moves for i = 1, 3 (&&) and 0, 2 (||).
// RUN: short_circuit --grid 4 --group 4 --buffer 0=int:zeros(4)
//      --expect 0=int:10,1,10,1

#include <metal_stdlib>
using namespace metal;

static bool bump(thread int& counter, int by)
{
    counter += by;
    return true;
}

kernel void short_circuit(device int* out [[buffer(0)]], uint i [[thread_position_in_grid]])
{
    int counter = 0;
    bool odd = (i & 1) != 0;
    bool a = odd && bump(counter, 1);
    bool b = odd || bump(counter, 10);
    out[i] = counter + ((a != odd || !b) ? 1000 : 0);
}
