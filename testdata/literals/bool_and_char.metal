// true and false are 1 and 0 in memory; a character literal has its code.
// RUN: bool_and_char --grid 1 --group 1 --buffer 0=bool:zeros(2) --buffer 1=char:zeros(4)
//      --expect 0=uchar:1,0 --expect 1=char:65,10,0,48

#include <metal_stdlib>
using namespace metal;

kernel void bool_and_char(device bool* flags [[buffer(0)]], device char* text [[buffer(1)]])
{
    flags[0] = true;
    flags[1] = false;
    text[0] = 'A';
    text[1] = '\n';
    text[2] = '\0';
    text[3] = '0';
}
