// Arrays inside structs so that they can be copied and returned.
// RUN: array_wrapper_struct --grid 1 --group 1 --buffer 0=int:zeros(4)
//      --expect 0=int:1,2,3,4

#include <metal_stdlib>
using namespace metal;

struct type_2 {
    int inner[4];
};

type_2 make_array(int start)
{
    return type_2{start, start + 1, start + 2, start + 3};
}

kernel void array_wrapper_struct(device type_2& out [[buffer(0)]])
{
    type_2 local = {};
    local = make_array(1);
    out = local;
}
