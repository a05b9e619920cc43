// Functions that differ only in the address space of a pointer are different functions.
// RUN: overloads --grid 1 --group 1 --buffer 0=int:5 --buffer 1=int:6 --buffer 2=int:zeros(4)
//      --expect 2=int:105,206,307,408

#include <metal_stdlib>
using namespace metal;

static int tag(device const int* p) { return 100 + *p; }
static int tag(constant int* p) { return 200 + *p; }
static int tag(thread const int* p) { return 300 + *p; }
static int tag(threadgroup const int* p) { return 400 + *p; }

kernel void overloads(device const int* a [[buffer(0)]], constant int* b [[buffer(1)]], device int* out [[buffer(2)]])
{
    threadgroup int shared[1];
    int local = 7;
    shared[0] = 8;
    out[0] = tag(a);
    out[1] = tag(b);
    out[2] = tag(&local);
    out[3] = tag(shared);
}
