// n < 2 catches both.
// RUN: missed_base_case --grid 2 --group 2 --buffer 0=int:4,5
//      --expect 0=int:2,2

#include <metal_stdlib>
using namespace metal;

static int halves(int n) { return n < 2 ? 0 : 1 + halves(n - 2); }

kernel void missed_base_case(device int* data [[buffer(0)]], uint i [[thread_position_in_grid]])
{
    data[i] = halves(data[i]);
}
