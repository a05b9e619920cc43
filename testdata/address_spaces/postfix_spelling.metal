// The address space may follow the type: `int device*`, `float constant&`.
// RUN: postfix_spelling --grid 2 --group 2 --buffer 0=float:2 --buffer 1=float:10,20
//      --expect 1=float:20,40

#include <metal_stdlib>
using namespace metal;

kernel void postfix_spelling(float constant& scale [[buffer(0)]], float device* data [[buffer(1)]],
                             uint i [[thread_position_in_grid]])
{
    float device& x = data[i];
    x *= scale;
}
