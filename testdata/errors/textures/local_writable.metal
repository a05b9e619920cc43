// A local texture variable is readable only.

#include <metal_stdlib>
using namespace metal;

kernel void local_writable(texture2d<float, access::write> t [[texture(0)]], uint2 p [[thread_position_in_grid]])
{
    texture2d<float, access::write> copy = t; // ERROR
    copy.write(float4(1), p);
}
