// Vector and matrix types are built in.
#pragma once
#include <simd/simd.h>
