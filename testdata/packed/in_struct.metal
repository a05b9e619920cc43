// struct { packed_float3; float } is 16 bytes with the float right after the vector.
// RUN: in_struct --grid 2 --group 2 --buffer 0=float:1,2,3,10,4,5,6,20 --buffer 1=float:zeros(2) --buffer 2=uint:zeros(2)
//      --expect 1=float:16,35 --expect 2=uint:16,32

#include <metal_stdlib>
using namespace metal;

struct Particle {
    packed_float3 position;
    float mass;
};

struct Aligned {
    float3 position;
    float mass;
};

kernel void in_struct(device const Particle* in [[buffer(0)]], device float* out [[buffer(1)]], device uint* size [[buffer(2)]],
                      uint i [[thread_position_in_grid]])
{
    out[i] = in[i].position.x + in[i].position.y + in[i].position.z + in[i].mass;
    size[i] = i == 0 ? sizeof(Particle) : sizeof(Aligned);
}
