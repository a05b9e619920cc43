// The size of an array is a constant.

#include <metal_stdlib>
using namespace metal;

kernel void run_time_array_size(device int* out [[buffer(0)]], constant int& n [[buffer(1)]])
{
    int a[n]; // ERROR
    out[0] = 1;
}
