// Chapter 4: thread memory can't hold a program-scope variable.

#include <metal_stdlib>
using namespace metal;

thread int counter; // ERROR

kernel void program_scope_thread(device int* out [[buffer(0)]])
{
    out[0] = 1;
}
