// A struct loaded from a buffer, changed and stored back.
// RUN: whole_in_device_memory --grid 2 --group 2 --buffer 0=float:1,2,3,4,5,6,7,8
//      --expect 0=float:2,2,3,8,6,6,7,16

#include <metal_stdlib>
using namespace metal;

struct Particle {
    float x, y, z, m;
};

kernel void whole_in_device_memory(device Particle* particles [[buffer(0)]], uint i [[thread_position_in_grid]])
{
    Particle p = particles[i];
    p.x += 1;
    p.m *= 2;
    particles[i] = p;
}
