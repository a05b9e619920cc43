// Section 5.2: nor a struct with a member of such a type.

#include <metal_stdlib>
using namespace metal;

struct Range {
    ptrdiff_t first;
    int count;
};

kernel void ptrdiff_t_in_struct(device int* out [[buffer(0)]],
                                constant Range& range [[buffer(1)]]) // WARNING: E1005
{
    out[0] = range.count;
}
