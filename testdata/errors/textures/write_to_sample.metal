// write() needs access::write or read_write.

#include <metal_stdlib>
using namespace metal;

kernel void write_to_sample(texture2d<float, access::sample> t [[texture(0)]], uint2 p [[thread_position_in_grid]])
{
    t.write(float4(1), p); // ERROR
}
