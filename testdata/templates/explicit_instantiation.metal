// Instances of an entry point template: by parameter list, by decltype, by a typedef of a function type.
// RUN: by_list --grid 1 --group 1 --buffer 0=float:zeros(1)
//      --expect 0=float:1
// RUN: by_decltype --grid 1 --group 1 --buffer 0=half:zeros(1)
//      --expect 0=half:2
// RUN: by_typedef --grid 1 --group 1 --buffer 0=int:zeros(1)
//      --expect 0=int:3

#include <metal_stdlib>
using namespace metal;

template <typename T, int N> [[kernel]] void fill(device T* out [[buffer(0)]], uint i [[thread_position_in_grid]])
{
    out[i] = T(N);
}

template [[host_name("by_list")]] [[kernel]] void fill<float, 1>(device float*, uint);
template [[host_name("by_decltype")]] [[kernel]] decltype(fill<half, 2>) fill<half, 2>;
typedef decltype(fill<int, 3>) fill_type;
template [[host_name("by_typedef")]] kernel fill_type fill<int, 3>;
