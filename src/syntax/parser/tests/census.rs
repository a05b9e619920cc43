//! The nasty constructs found in real shaders: each must parse, and the trickiest have their tree checked.

use super::check;
use super::parse_text;

/// A small program for each construct, in the order of the census.
pub(super) const CONSTRUCTS: &[&str] = &[
    // Explicit instantiation through a function type.
    "template <typename T, int N> [[kernel]] void k(device T* o, uint i [[thread_position_in_grid]]) { o[i] = N; }\n\
     template [[host_name(\"k_f\")]] [[kernel]] decltype(k<float, 4>) k<float, 4>;\n\
     typedef decltype(k<float, 4>) k_t; template [[host_name(\"k_h\")]] kernel k_t k<half, 4>;",
    // Explicit instantiation with a qualified name.
    "namespace lib { namespace metal { template <typename T> kernel void op(device T* o [[buffer(0)]], uint i) {} } }\n\
     template [[host_name(\"a\")]] kernel void ::lib::metal::op<float>(device float* o, uint i);",
    // A user namespace called metal.
    "namespace metal { template <typename T> T max(T, T); enum memory_order { memory_order_relaxed }; }\n\
     namespace lib { namespace metal { template<typename T> T max(T a, T b) { return ::metal::max(a, b); } } }\n\
     void f(device atomic_uint* e) { atomic_fetch_add_explicit(&e->count, 1u, ::metal::memory_order_relaxed); }",
    // Reopening namespace metal.
    "struct my16 { half h; }; namespace metal { inline my16 abs(my16 x) { return my16(__metal_fabs(float(x), 1)); }\n\
     template <typename T> struct is_e : _disjunction<is_class<T>, bool_constant<__is_empty(T)>> {}; }",
    // Overloads that differ in the address space of `this`.
    "struct A { float e[4]; thread float& operator[](uint i) thread { return e[i]; }\n\
     const device float& operator[](uint i) const device { return e[i]; } constexpr A() threadgroup {}\n\
     operator float() const constant { return e[0]; } float g() device const { return 1; } A() thread = default; };",
    // Address space after the type.
    "void f(S s) { const_cast<texture2d<float, access::read_write> thread&>(s.t).fence(); uint32_t device* p; }\n\
     thread bool operator==(const half2x3 a, const half2x3 b); device float* thread* q;",
    // auto with an address space.
    "void f() { device auto* m = &msgs->msg[i]; thread const auto& acc = t.data; constexpr auto r = v + 1;\n\
     using R = remove_addrspace_t<decltype(r)>; }",
    // SFINAE.
    "template<typename T> struct cx; template<typename T> constexpr constant bool is_cx = false;\n\
     template<typename T> constexpr constant bool is_cx<cx<T>> = true;\n\
     template<typename T, enable_if_t<!is_cx<T>, bool> = true> T re(T x) { return x; }\n\
     template<typename T, typename = enable_if_t<is_cx<T> && sizeof(T) >= 4>> T im(T x) { return x; }",
    // Templated conversion operator.
    "struct Zero { template<typename T> operator T() && { return T{}; } };\n\
     void f() { float4 v = ok ? tex.read(c) : Zero(); }",
    // Generic lambdas with integral constants.
    "void f() { for_each<0, 4>([&](auto i) { acc[i.value] += x; if constexpr (i == 2) { g<i>(); } }); }",
    // Function pointers as template parameters.
    "template<typename B, short n, void (*deq)(device const B*, short, thread half4x4&)> kernel void mm(device B* b) {\n\
     deq(b, n, 1); }",
    // A member template named like its class.
    "template <typename op, typename V> V f(V a, V b) { V r = op::template op<V>(a, b); return r; }\n\
     typename X<triangle_data, instancing>::result_type h;",
    // What counting macros leave: empty declarations and fields.
    "struct params_k { int a; float b; ; }; ; ;",
    // Adjacent strings in an attribute.
    "template <typename T> kernel void f(device T* o) {}\n\
     template [[host_name(\"v_\" \"x\" \"_\" \"y\")]] [[kernel]] decltype(f<half>) f<half>;",
    // Bare lists in template arguments.
    "Foo<half, 3> a; intersector<instancing, primitive_motion> b; Foo<Foo<half, 3>, 4> c;",
    // Pragmas in front of loops.
    "void f() { for (;;) { x++; } if (a) for (;;) y++; }",
    // Pieces that includes leave in odd places.
    "enum { A, B, C, }; class K { public: int x; }; namespace n { } namespace n { int y; };",
    // Headers shared with the host.
    "typedef enum { BufA = 0, BufB } Buf; typedef enum : unsigned long { Q } Q_t; typedef struct S S; struct S { vector_float3 p; };\n\
     typedef struct { matrix_float4x4 m; } __attribute__((packed, aligned(16))) U; enum E : uint { E1 };\n\
     kernel void k(constant S* s [[buffer(BufB)]], float3 p [[attribute(BufA + 1)]]) {}",
    // Function constants.
    "constant bool a [[function_constant(0)]]; constant bool b [[function_constant(1)]]; constant bool both = a && b;\n\
     constant uint n = is_function_constant_defined(a) ? a : 4u;\n\
     fragment float4 f(texture2d<float> t [[texture(0), function_constant(both)]],\n\
     float4 c [[color(0), index(1), function_constant(both)]]) { return c; }",
    // No include at all.
    "kernel void k(device float4* p [[buffer(0)]], uint i [[thread_position_in_grid]]) { float4 v = p[i]; p[i] = float4(v.x) * 2; }",
    // Opaque types and asm labels.
    "struct _event; thread _event* __my_copy(ulong, ulong, threadgroup void*, const device void*, ulong)\n\
     __asm(\"air.simdgroup_async_copy_1d.p3i8.p1i8\"); int g() __asm__(\"x\") __attribute__((const));",
    // Contextual names.
    "struct ray { float3 o; }; struct sampler {}; template <typename T> T max(T, T); float max(float a, float b);\n\
     struct Hit { ray ray; float t; }; void f(sampler sampler) { float level, sample, texture, position; sampler.x = level; max(level, 1); }",
    // Declarations that look like expressions.
    "template <typename T> struct C {}; void f() { ushort2 sid(i % N, i / N); T x(0);\n\
     constexpr sampler s(coord::pixel, filter::linear); float4 f[] = {a, b}; float a, b = 2, c[3]; }\n\
     template <typename T> struct Q { static constexpr int constant n = 8 / sizeof(T);\n\
     inline static constexpr constant C<T> m = C<T>(0); }; static void inline f2() {} const constant X* p;\n\
     void g() { constexpr const device X& x = y; }",
    // Attributes in odd places.
    "struct S { float3 c; [[ id(Base) ]]; float d [[ user(x) ]]; }; [[maybe_unused]] constant uint X = 2;\n\
     [[clang::optnone]] [[gnu::always_inline]] inline void f() { a[b[i]] = c[d[0]]; }\n\
     kernel void k(device T& x [[user(fake0)]]) { switch (a) { case 1: [[fallthrough]]; default: break; } }",
    // Local classes and anonymous types.
    "R f() { struct { float3 c; ray r; } s = { .c = 1, .r = r0 }; return { .hit = false, .s = { .x = {1} } }; }\n\
     void g() { struct F { thread int& r; void operator()(int i) const { r += i; } } fn{x}; fn(1); }\n\
     struct K { template <typename T> T read() const; template<> float4 read<float4>() const; struct Ctx; void run(thread Ctx& c) device const; };\n\
     void K::run(thread Ctx& c) device const { c.x = 1; }",
    // References and pointers to arrays.
    "template<typename T, uint N> void copy(thread T (&d)[N], threadgroup const T (&s)[N]) { threadgroup half (*dst)[4]; }\n\
     void v(thread float v[3], constant float (*m)[N], device T (&&r)[2]);",
    // Brace elision.
    "constant M m = { { {1, 0}, {0, 1} } }; auto a = Arr<float2, 2>({ float2(0), float2(1) }); S f() { return {}; }",
    // Objects with resources.
    "struct Tex { texture2d<float> t; sampler s; template<typename... A> float4 get(A... a) { return t.sample(s, a...); } };\n\
     void f(Tex t) { t.get(level(0)); }",
    // Literals.
    "constant ulong t[] = { 0xFFFFFFFFFFFFFFFF, 0x9E3779B97F4A7C15 }; auto a = 0.5 + 1.0h + 2.0bf + 0x1p-32f + 1ul + 0xFFFFu + 0b101;",
    // Strings on the device.
    "constant const char* s = \"x\" \"y\"; void f(constant const char* p) { p = __func__; char c = '0' + d;\n\
     os_log_default.log_debug(\"%d\", x); } constant metal::os_log log(\"a\", \"b\");",
    // Exotic vectors.
    "typedef half half8 __attribute__((ext_vector_type(8))); template <typename T, int N> void f() { vec<T, (N > 2) ? 4 : 2> v;\n\
     reinterpret_cast<threadgroup vec<T, 4>*>(p)[0] = v; simdgroup_matrix<T, 8, 8> m;\n\
     reinterpret_cast<thread vec<T, 2>&>(m.thread_elements()).x = 1; v.zw += a; g(x).zyx.xy; m[2].xy = 1; }",
    // Seen in more programs.
    "template <typename T> struct indexed { T val; constexpr indexed<T>() threadgroup = default; indexed<T>(T v) : val(v) {} };\n\
     void f() { float S[4] = { [0 ... 3] = 0.0h, [1] = 2 }; } void g(volatile coherent(system) device uint* p, thread device const B* const* q) {}\n\
     struct Out { float4 mask [[color(0) index(1)]]; };",
    // Pieces put together.
    "using namespace metal; using namespace metal;; struct S {}; ;",
];

#[test]
fn every_construct_parses() {
    for text in CONSTRUCTS {
        let (tree, messages) = parse_text(text);
        assert_eq!(messages, Vec::<String>::new(), "{text}\n{tree}");
        assert!(!tree.contains("error"), "{text}\n{tree}");
    }
}

#[test]
fn instantiations() {
    check(
        CONSTRUCTS[0],
        "
        template <type T, N: int>
          [[kernel]] fn k: (o: pointer to device T, i: uint [[thread_position_in_grid]]) -> void
            block
              expr (= o[i] N)
        instantiate [[host_name(\"k_f\")]] [[kernel]]
          var k<type float, 4>: decltype(k<type float, 4>)
        typedef k_t: decltype(k<type float, 4>)
        instantiate [[host_name(\"k_h\")]]
          kernel var k<type half, 4>: k_t
        ",
    );
    check(
        "template [[host_name(\"a\")]] kernel void ::lib::metal::op<float>(device float* o, uint i);",
        "
        instantiate [[host_name(\"a\")]]
          kernel fn ::lib::metal::op<type float>: (o: pointer to device float, i: uint) -> void
        ",
    );
}

#[test]
fn address_spaces() {
    check(
        "struct S { thread float& operator[](uint i) thread; constexpr S() threadgroup {} };\n\
         template<typename T, uint N> void copy(thread T (&d)[N], threadgroup const T (&s)[N]);\n\
         auto x = const_cast<texture2d<float, access::read_write> thread&>(s.t).fence();",
        "
        type struct S
          struct S
            fn operator[]: (i: uint) thread -> reference to thread float
            constexpr fn S: () threadgroup
              block
        template <type T, N: uint>
          fn copy: (d: reference to array[N] of thread T, s: reference to array[N] of const threadgroup T) -> void
        var x: auto = (const_cast<reference to thread texture2d<type float, access::read_write>> s.t).fence()
        ",
    );
}

#[test]
fn declarations_that_look_like_expressions() {
    check(
        "void f() { ushort2 sid(i % N, i / N); T x(0); constexpr sampler s(coord::pixel, filter::linear);\n\
         static constexpr int constant n = 8 / sizeof(T); float y(z); int h(int); int g(); float w(float(1), 2); }",
        "
        fn f: () -> void
          block
            var sid: ushort2 ((% i N), (/ i N))
            var x: T (0)
            constexpr var s: sampler (coord::pixel, filter::linear)
            static constexpr var n: constant int = (/ 8 sizeof((paren T)))
            var y: float (z)
            fn h: (int) -> int
            fn g: () -> int
            var w: float (new<float>(1), 2)
        ",
    );
}

#[test]
fn attributes_behind_a_member_are_its_own() {
    check(
        "struct S { float3 c; [[ id(Base) ]]; [[user(x)]] float d; } __attribute__((packed));",
        "
        type struct S
          struct S __attribute__((packed))
            var c: float3 [[id(Base)]]
            [[user(x)]] var d: float
        ",
    );
}
