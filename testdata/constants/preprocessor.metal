// Function-like macros, pasting, stringising away, conditionals, variadic macros.
// RUN: preprocessor -D SCALE=3 --grid 1 --group 1 --buffer 0=int:zeros(4)
//      --expect 0=int:21,7,60,2

#include <metal_stdlib>
using namespace metal;

#define TIMES(x) ((x) * SCALE)
#define MAKE(prefix, n) prefix##n
#define SUM(a, ...) (a + SUM2(__VA_ARGS__))
#define SUM2(b, c) (b + c)
#if defined(SCALE) && SCALE > 2
#define PICK 2
#else
#define PICK 1
#endif

kernel void preprocessor(device int* out [[buffer(0)]])
{
    int value7 = 7;
    out[0] = TIMES(3 + 4);
    out[1] = MAKE(value, 7);
    out[2] = SUM(10, 20, 30);
    out[3] = PICK;
}
