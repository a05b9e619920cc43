// Only lane 5 is true: its quad has any, none has all; lanes 0 and 4 are first.
// RUN: any_all_first --simd-width 8 --grid 8 --group 8 --buffer 0=uint:zeros(8)
//      --expect 0=uint:100,0,0,0,101,1,1,1

#include <metal_stdlib>
using namespace metal;

kernel void any_all_first(device uint* out [[buffer(0)]], uint i [[thread_position_in_grid]])
{
    bool v = i == 5;
    bool any = quad_any(v), all = quad_all(v), first = quad_is_first();
    out[i] = (any ? 1 : 0) + (all ? 10 : 0) + (first ? 100 : 0);
}
