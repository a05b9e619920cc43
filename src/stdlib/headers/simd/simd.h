// The names that headers shared with the host use for vectors and matrices.
#pragma once
#include <metal_stdlib>

#define __SIMD_VECTORS(T) \
  namespace simd { using metal::T##2; using metal::T##3; using metal::T##4; } \
  typedef metal::T##2 vector_##T##2; typedef metal::T##3 vector_##T##3; typedef metal::T##4 vector_##T##4; \
  typedef metal::T##2 simd_##T##2; typedef metal::T##3 simd_##T##3; typedef metal::T##4 simd_##T##4; \
  typedef metal::packed_##T##2 simd_packed_##T##2; typedef metal::packed_##T##4 simd_packed_##T##4;
__SIMD_VECTORS(char)
__SIMD_VECTORS(uchar)
__SIMD_VECTORS(short)
__SIMD_VECTORS(ushort)
__SIMD_VECTORS(int)
__SIMD_VECTORS(uint)
__SIMD_VECTORS(long)
__SIMD_VECTORS(ulong)
__SIMD_VECTORS(half)
__SIMD_VECTORS(float)
#undef __SIMD_VECTORS

#define __SIMD_MATRICES(T, S) \
  namespace simd { using metal::T##S; } \
  typedef metal::T##S matrix_##T##S; \
  typedef metal::T##S simd_##T##S;
#define __SIMD_ALL_MATRICES(T) \
  __SIMD_MATRICES(T, 2x2) __SIMD_MATRICES(T, 2x3) __SIMD_MATRICES(T, 2x4) \
  __SIMD_MATRICES(T, 3x2) __SIMD_MATRICES(T, 3x3) __SIMD_MATRICES(T, 3x4) \
  __SIMD_MATRICES(T, 4x2) __SIMD_MATRICES(T, 4x3) __SIMD_MATRICES(T, 4x4)
__SIMD_ALL_MATRICES(half)
__SIMD_ALL_MATRICES(float)
#undef __SIMD_ALL_MATRICES
#undef __SIMD_MATRICES
