// A kernel in a namespace is called by its qualified name (since Metal 2.2).
// RUN: outer::inner::fill --grid 3 --group 3 --buffer 0=int:zeros(3)
//      --expect 0=int:5,6,7

#include <metal_stdlib>
using namespace metal;

namespace outer {
namespace inner {
kernel void fill(device int* out [[buffer(0)]], uint i [[thread_position_in_grid]])
{
    out[i] = 5 + i;
}
}
}
