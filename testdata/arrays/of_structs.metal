// An array of structs on the stack, filled in a loop.
// RUN: of_structs --grid 4 --group 4 --buffer 0=int:zeros(4)
//      --expect 0=int:0,11,24,39

#include <metal_stdlib>
using namespace metal;

struct Item {
    int key, value;
};

kernel void of_structs(device int* out [[buffer(0)]], uint i [[thread_position_in_grid]])
{
    Item items[4];
    for (int k = 0; k < 4; k++) {
        items[k].key = k;
        items[k].value = 10 + k;
    }
    out[i] = items[i].key * items[i].value;
}
