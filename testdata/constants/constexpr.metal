// constexpr locals and globals in constant expressions.
// RUN: constexpr_test --grid 1 --group 1 --buffer 0=int:zeros(3)
//      --expect 0=int:12,3,1

#include <metal_stdlib>
using namespace metal;

constexpr constant int width = 4;
constant constexpr int height = 3;

kernel void constexpr_test(device int* out [[buffer(0)]])
{
    constexpr int cells = width * height;
    int grid[cells];
    static_assert(cells == 12, "known at compile time");
    out[0] = sizeof(grid) / sizeof(int);
    out[1] = height;
    out[2] = width > height ? 1 : 0;
}
