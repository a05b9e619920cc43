// Equal names in different namespaces, a nested one, an alias and a using-declaration.
// RUN: qualified --grid 1 --group 1 --buffer 0=int:zeros(4)
//      --expect 0=int:1,2,3,2

#include <metal_stdlib>
using namespace metal;

namespace one {
static int value() { return 1; }
}
namespace two {
static int value() { return 2; }
namespace three {
static int value() { return 3; }
static int outer() { return two::value(); }
}
}
namespace short_name = two::three;

kernel void qualified(device int* out [[buffer(0)]])
{
    using two::value;
    out[0] = one::value();
    out[1] = value();
    out[2] = short_name::value();
    out[3] = short_name::outer();
}
