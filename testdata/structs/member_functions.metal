// Members read and change their object; a const member can be called on a const object.
// RUN: member_functions --grid 1 --group 1 --buffer 0=int:zeros(2)
//      --expect 0=int:15,30

#include <metal_stdlib>
using namespace metal;

struct Counter {
    int value;
    void add(int by) { value += by; }
    int doubled() const { return value * 2; }
};

kernel void member_functions(device int* out [[buffer(0)]])
{
    Counter c = {5};
    c.add(10);
    const Counter frozen = c;
    out[0] = c.value;
    out[1] = frozen.doubled();
}
