// read() needs a readable texture.

#include <metal_stdlib>
using namespace metal;

kernel void read_from_write(texture2d<float, access::write> t [[texture(0)]], device float4* out [[buffer(0)]],
                            uint2 p [[thread_position_in_grid]])
{
    out[p.x] = t.read(p); // ERROR
}
