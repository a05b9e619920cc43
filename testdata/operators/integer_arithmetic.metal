// Division truncates toward zero and the remainder has the dividend's sign; unsigned wraps.
// RUN: integer_arithmetic --grid 4 --group 4 --buffer 0=int:7,-7,7,-7 --buffer 1=int:2,2,-2,-2 --buffer 2=int:zeros(4) --buffer 3=int:zeros(4)
//      --expect 2=int:3,-3,-3,3 --expect 3=int:1,-1,1,-1

#include <metal_stdlib>
using namespace metal;

kernel void integer_arithmetic(device const int* a [[buffer(0)]], device const int* b [[buffer(1)]],
              device int* quotient [[buffer(2)]], device int* remainder [[buffer(3)]],
              uint i [[thread_position_in_grid]])
{
    quotient[i] = a[i] / b[i];
    remainder[i] = a[i] % b[i];
}
