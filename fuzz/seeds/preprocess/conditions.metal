#if defined(__METAL_VERSION__) && __METAL_VERSION__ >= 310 || (1 ? 'a' : 2u) > 0x7F'FF
#include <b>
#ifdef X
don't look
#elif __has_include("a.h") + __has_feature(cxx_constexpr) << 3 == ~0
#else
#line 20 "other.metal"
__LINE__ __FILE__ __COUNTER__
#endif
#elifdef A
#error no
#endif
#import "a.h"
)
