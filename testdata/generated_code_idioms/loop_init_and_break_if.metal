// Structured loops as translators print them: while(true) with a first-turn flag, the step at the top, break inside.
// RUN: loop_init_and_break_if --grid 4 --group 4 --buffer 0=int:zeros(4)
//      --expect 0=int:0,1,3,6

#include <metal_stdlib>
using namespace metal;

kernel void loop_init_and_break_if(device int* out [[buffer(0)]], metal::uint3 id [[thread_position_in_grid]])
{
    int total = 0;
    uint k = 0u;
    bool loop_init = true;
    while (true) {
        if (!loop_init) {
            k = k + 1u;
        }
        loop_init = false;
        if (k <= id.x) {
        } else {
            break;
        }
        {
            int e = static_cast<int>(k);
            total = as_type<int>(as_type<uint>(total) + as_type<uint>(e));
        }
    }
    out[id.x] = total;
    return;
}
