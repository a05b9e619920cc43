#define CAT(a, b...) a ## b /* c */ #b
#define V(x, ...) __VA_OPT__(x ## __VA_ARGS__) , ## __VA_ARGS__
#define PICK(a, b, c, ...) c
#define EACH(...) PICK(__VA_ARGS__, F2, F1, F0)(__VA_ARGS__)
#define F0()
#define F1(a) a;
#define F2(a, b) a; b;
#define f(x) x f
#define g(x) f(g)(x)
CAT(x, 1) V(V(1), 2) EACH(int a, float b) EACH(int a) g(f(g))(2)
#define UNROLL_FOR(x) _Pragma("clang loop unroll(full)") for (x)
UNROLL_FOR(int i = 0; i < 4; i++) {}
#undef CAT
