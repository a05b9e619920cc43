// A device reference binds to an element of a buffer.
// RUN: to_device --grid 3 --group 3 --buffer 0=int:1,2,3
//      --expect 0=int:11,12,13

#include <metal_stdlib>
using namespace metal;

static void add_ten(device int& x)
{
    x += 10;
}

kernel void to_device(device int* data [[buffer(0)]], uint i [[thread_position_in_grid]])
{
    device int& mine = data[i];
    add_ten(mine);
}
