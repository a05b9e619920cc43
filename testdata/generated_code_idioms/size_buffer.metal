// Bounds-checked access: the sizes of the buffers come in a struct of their own, an index beyond them is clamped.
// RUN: size_buffer --grid 4 --group 4 --buffer 0=uint:10,20 --buffer 1=uint:zeros(4) --buffer 2=uint:8
//      --expect 1=uint:10,20,20,20

#include <metal_stdlib>
using namespace metal;

struct _mslBufferSizes {
    uint size0;
};
typedef uint type_1[1];

kernel void size_buffer(device type_1 const& in [[buffer(0)]], device type_1& out [[buffer(1)]],
                        constant _mslBufferSizes& _buffer_sizes [[buffer(2)]], metal::uint3 id [[thread_position_in_grid]])
{
    uint i = id.x;
    uint value = in[metal::min(unsigned(i), (_buffer_sizes.size0 - 0 - 4) / 4)];
    out[i] = value;
    return;
}
