// A closing parenthesis is missing before the semicolon.

#include <metal_stdlib>
using namespace metal;

kernel void unbalanced_parenthesis(device int* out [[buffer(0)]])
{
    out[0] = (1 + 2; // ERROR
}
