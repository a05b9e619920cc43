// M_PI_F is the float nearest to pi; the version macro is at least 2.0 here.
// RUN: predefined_macros --grid 1 --group 1 --buffer 0=uint:zeros(2)
//      --expect 0=uint:0x40490fdb,1

#include <metal_stdlib>
using namespace metal;

kernel void predefined_macros(device uint* out [[buffer(0)]])
{
    out[0] = as_type<uint>(M_PI_F);
#if __METAL_VERSION__ >= 200
    out[1] = 1;
#else
    out[1] = 0;
#endif
}
