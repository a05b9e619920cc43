// Index 2 of a member with two elements: still inside the buffer, but in the next member.
// RUN: array_member --grid 3 --group 3 --buffer 0=int:1,2,3,4 --buffer 1=int:zeros(3)

#include <metal_stdlib>
using namespace metal;

struct Header {
    int size[2];
    int tail[2];
};

kernel void array_member(device const Header* in [[buffer(0)]], device int* out [[buffer(1)]], uint i [[thread_position_in_grid]])
{
    out[i] = in->size[i]; // FINDING: out-of-bounds thread 2
}
