// n == 0 is stepped over when n is odd: only thread 1 runs away.
// RUN: missed_base_case --grid 2 --group 2 --buffer 0=int:4,5

#include <metal_stdlib>
using namespace metal;

static int halves(int n) { return n == 0 ? 0 : 1 + halves(n - 2); } // FINDING: stack-overflow thread 1

kernel void missed_base_case(device int* data [[buffer(0)]], uint i [[thread_position_in_grid]])
{
    data[i] = halves(data[i]);
}
