// A fixed-size stack with the element type and the capacity as parameters.
// RUN: class_template --grid 1 --group 1 --buffer 0=int:zeros(3)
//      --expect 0=int:30,20,1

#include <metal_stdlib>
using namespace metal;

template <typename T, uint N>
struct Stack {
    T items[N];
    uint count = 0;
    void push(T x) { items[count++] = x; }
    T pop() { return items[--count]; }
};

kernel void class_template(device int* out [[buffer(0)]])
{
    Stack<int, 8> s;
    s.push(10);
    s.push(20);
    s.push(30);
    out[0] = s.pop();
    out[1] = s.pop();
    out[2] = s.count;
}
