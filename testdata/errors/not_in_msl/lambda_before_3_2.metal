// Lambdas came with Metal 3.2.
// CHECK: --std metal3.1

#include <metal_stdlib>
using namespace metal;

kernel void lambda_before_3_2(device int* out [[buffer(0)]])
{
    auto twice = [](int x) { return 2 * x; }; // ERROR
    out[0] = twice(1);
}
