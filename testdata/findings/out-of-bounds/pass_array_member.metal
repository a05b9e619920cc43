// A trailing one-element array stands for the rest of the buffer: indexing it further is how run-time sized
// arrays are written.
// RUN: array_member --grid 3 --group 3 --buffer 0=int:9,1,2,3 --buffer 1=int:zeros(3)
//      --expect 1=int:1,2,3

#include <metal_stdlib>
using namespace metal;

struct Storage {
    int header;
    int values[1];
};

kernel void array_member(device const Storage* in [[buffer(0)]], device int* out [[buffer(1)]],
                         uint i [[thread_position_in_grid]])
{
    out[i] = in->values[i];
}
