//! Constructs with their trees.

use super::check;

/// The dump of `auto v = TEXT;`'s initialiser.
#[track_caller]
fn expr(text: &str, expected: &str) {
    check(&format!("auto v = {text};"), &format!("var v: auto = {expected}"));
}

#[test]
fn expressions() {
    let cases = [
        ("1 + 2 * 3 - 4", "(- (+ 1 (* 2 3)) 4)"),
        ("a = b += c", "(= a (+= b c))"),
        ("a ? b : c ? d : e", "(? a b (? c d e))"),
        ("a || b && c | d ^ e & f == g < h << i + j", "(|| a (&& b (| c (^ d (& e (== f (< g (<< h (+ i j)))))))))"),
        ("-a++ * !b", "(* (- (post++ a)) (! b))"),
        ("*p->q.r[1](2, 3)", "(* p->q.r[1](2, 3))"),
        ("&a[b[i]]", "(& a[b[i]])"),
        ("(a, b)", "(paren (, a b))"),
        ("(float)x", "(cast<float> x)"),
        ("(device float*)x + 1", "(+ (cast<pointer to device float> x) 1)"),
        ("(uint)-1", "(- (paren uint) 1)"),
        ("(uint)1", "(cast<uint> 1)"),
        ("(a)(b)", "(paren a)(b)"),
        ("float(1)", "new<float>(1)"),
        ("unsigned(1)", "new<unsigned int>(1)"),
        ("float4{1, 2}", "new<float4>{1, 2}"),
        ("float4(1, 2).xy", "float4(1, 2).xy"),
        ("static_cast<half>(x) ", "(static_cast<half> x)"),
        ("sizeof(int) + sizeof x", "(+ sizeof(type int) sizeof(x))"),
        ("sizeof(x)", "sizeof((paren x))"),
        ("sizeof...(Ts)", "sizeof...(Ts)"),
        ("alignof(float)", "alignof(type float)"),
        ("noexcept(f())", "noexcept(f())"),
        ("\"a\" \"b\\n\"", "\"ab\\n\""),
        ("'a'", "char(97)"),
        ("1.0h + 0x1p-1 + 2.bf", "(+ (+ 1.0h 0.5f) 2.0bf)"),
        ("f(x < y > (z))", "f(x<y>(z))"),
        ("max<float>(a, b)", "max<type float>(a, b)"),
        ("as_type<uint>(x)", "as_type<uint>(x)"),
        ("f<a, 3>::value", "f<a, 3>::value"),
        ("T::template op<V>(a, b)", "T::template op<V>(a, b)"),
        ("x.template get<0>()", "x.template get<0>()"),
        ("a.b < c && a.d > (e)", "(&& (< a.b c) (> a.d (paren e)))"),
        ("(xs + ...)", "(fold xs + ...)"),
        ("(... && xs)", "(fold ... && xs)"),
        ("(0 + ... + xs)", "(fold 0 + ... + xs)"),
        ("f(xs...)", "f(xs...)"),
        ("__is_same(int, T)", "__is_same(type int, T)"),
        ("v.zw.x", "v.zw.x"),
    ];
    for (text, expected) in cases {
        expr(text, expected);
    }
}

#[test]
fn known_names_decide_what_angles_are() {
    check(
        "int x, y; template <typename T> T f(T); struct K { template <typename T> void get(); };\n\
         bool a = x < y > (y), b = f < int > (y); void g(K k) { k.get<int>(); k.z < x > (y); x * y; K * p; (x)(y); (K)(y); }",
        "
        var x: int
        var y: int
        template <type T>
          fn f: (T) -> T
        type struct K
          struct K
            template <type T>
              fn get: () -> void
        var a: bool = (> (< x y) (paren y))
        var b: bool = f<type int>(y)
        fn g: (k: K) -> void
          block
            expr k.get<type int>()
            expr (> (< k.z x) (paren y))
            expr (* x y)
            var p: pointer to K
            expr (paren x)(y)
            expr (cast<K> (paren y))
        ",
    );
}

#[test]
fn declarators() {
    check(
        "device float * const *p; threadgroup half (*dst)[4]; float a, *b = 0, c[3] = {1, 2};\n\
         void (*f)(device const float *, short); constant float2x2 m = { {1, 0}, {0, 1} };\n\
         float g(int = 3, ...); uint32_t device *q; device uint *h(); int (*(*k)(int))[2];",
        "
        var p: pointer to const pointer to device float
        var dst: pointer to array[4] of threadgroup half
        var a: float
        var b: pointer to float = 0
        var c: array[3] of float = {1, 2}
        var f: pointer to (pointer to const device float, short) -> void
        var m: constant float2x2 = {{1, 0}, {0, 1}}
        fn g: (int = 3, ...) -> float
        var q: pointer to device uint32_t
        fn h: () -> pointer to device uint
        var k: pointer to (int) -> pointer to array[2] of int
        ",
    );
}

#[test]
fn functions_and_attributes() {
    check(
        "kernel void k(device float *o [[buffer(0)]], constant uint& n [[buffer(N + 1), function_constant(c)]],\n\
           uint3 id [[ thread_position_in_grid ]]) { o[id.x] = n; }\n\
         [[vertex]] float4 v(uint id [[vertex_id]]) __attribute__((always_inline)); struct E; auto f() noexcept -> int;",
        "
        kernel fn k: (o: pointer to device float [[buffer(0)]], n: reference to constant uint [[buffer((+ N 1))]] \
          [[function_constant(c)]], id: uint3 [[thread_position_in_grid]]) -> void
          block
            expr (= o[id.x] n)
        [[vertex]] fn v: (id: uint [[vertex_id]]) __attribute__((always_inline)) -> float4
        type struct E
        fn f: () noexcept -> trailing int
        ",
    );
}

#[test]
fn classes() {
    check(
        "struct Base {}; class A : public Base { int x = 1, y : 3; static constant int n = 2; public: A() : x(1), y{2} {}\n\
           explicit A(float f) thread; ~A() = default; A(const thread A&) = delete; operator float() const { return x; }\n\
           float operator[](uint i) const device { return later; } union { int p; float q; }; friend void fr();\n\
           template <typename T> T get() const; int later; enum class K : uchar { a, b = 3 }; };\n\
         A::A(float f) thread : x(f) {}  template <> int A::get<int>() const { return x; }",
        "
        type struct Base
          struct Base
        type class A
          class A : public Base
            var x: int = 1
            var y: int : 3
            static var n: constant int = 2
            public:
            fn A: ()
              init x (1)
              init y {2}
              block
            explicit fn A: (f: float) thread
            fn ~A: () = default
            fn A: (reference to const thread A) = delete
            fn operator float: () const
              block
                return x
            fn operator[]: (i: uint) const device -> float
              block
                return later
            type union (anonymous)
              union (anonymous)
                var p: int
                var q: float
            friend fn fr: () -> void
            template <type T>
              fn get: () const -> T
            var later: int
            type enum K
              enum class K : uchar
                a
                b = 3
        fn A::A: (f: float) thread
          init x (f)
          block
        template <>
          fn A::get<type int>: () const -> int
            block
              return x
        ",
    );
}

#[test]
fn templates() {
    check(
        "template <typename T, int N = 4, template <typename> class C = Q, typename... Ts> struct S;\n\
         template <typename T> struct S<T, 1> { using type = T; }; template <> struct S<int, (2 > 1)> {};\n\
         template <typename T> constexpr constant bool is = false; template <typename T> using al = typename S<T>::type;\n\
         template <typename T> S(T) -> S<T, 2>; template struct S<float>; extern template struct S<S<int>>;\n\
         template <typename T, enable_if_t<is<T>, bool> = true> T re(T x) { return x; }\n\
         template <typename... A> void all(A... a) { f(g(a)...); }",
        "
        template <type T, N: int = 4, template<type _> C = Q, type... Ts>
          type struct S
        template <type T>
          type struct S<type T, 1>
            struct S<type T, 1>
              alias type = T
        template <>
          type struct S<type int, (paren (> 2 1))>
            struct S<type int, (paren (> 2 1))>
        template <type T>
          constexpr var is: constant bool = false
        template <type T>
          alias al = typename S<type T>::type
        template <type T>
          guide S: (T) -> trailing S<type T, 2>
        instantiate
          type struct S<type float>
        extern instantiate
          type struct S<type S<type int>>
        template <type T, _: enable_if_t<is<type T>, type bool> = true>
          fn re: (x: T) -> T
            block
              return x
        template <type... A>
          fn all: (a: pack of A) -> void
            block
              expr f(g(a)...)
        ",
    );
}

#[test]
fn statements() {
    check(
        "void f() { if (int x = g(); x > 1) y(); else if (a) { } else ; while (a) b++; do { c; } while (d);\n\
         for (uint i = 0, j; i < n; ++i) continue; for (;;) break; for (auto& e : xs) e = 1;\n\
         switch (a) { case 1: case B::b: x = 1; break; default: return; } if constexpr (c) return {1, .a = 2};\n\
         auto [p, q] = h(); static_assert(true, \"m\"); using namespace metal; typedef int I; I * w; I (z); w * z; struct L { int m; } l;\n\
         if (auto r = g()) {} }",
        "
        fn f: () -> void
          block
            if (> x 1)
              init
                var x: int = g()
              expr y()
              else
                if a
                  block
                  else
                    empty
            while a
              expr (post++ b)
            do while d
              block
                expr c
            for ; (< i n); (++ i)
              init
                var i: uint = 0
                var j: uint
              continue
            for ; ;
              break
            for var e: reference to auto in xs
              expr (= e 1)
            switch a
              block
                case 1
                case B::b
                expr (= x 1)
                break
                default
                return
            if constexpr c
              return {1, .a = 2}
            binding [p, q]: auto = h()
            static_assert true, \"m\"
            using namespace metal
            typedef I: int
            var w: pointer to I
            var z: I
            expr (* w z)
            var l: struct L
              struct L
                var m: int
            if var r: auto = g()
              block
        ",
    );
}

#[test]
fn namespaces() {
    check(
        "namespace a::b { int x; } inline namespace c { struct T {}; } namespace { void f(); } namespace d = a::b;\n\
         using a::b::x; extern \"C\" { T t; } using U = T; d::T2 *z; ;",
        "
        namespace a
          namespace b
            var x: int
        inline namespace c
          type struct T
            struct T
        namespace (anonymous)
          fn f: () -> void
        namespace d = a::b
        using a::b::x
        extern \"C\"
          var t: T
        alias U = T
        var z: pointer to d::T2
        empty
        ",
    );
}

#[test]
fn lambdas() {
    check(
        "auto f = [&, x, y = 1](auto i) mutable -> int { return i; };",
        "
        var f: auto = lambda[&, x, y = 1](i: auto) -> trailing int mutable
          lambda
            block
              return i
        ",
    );
}

#[test]
fn pragmas_stay_where_they_stand() {
    use crate::syntax::preprocessor::NoFiles;
    use crate::syntax::preprocessor::preprocess;

    let text =
        "#pragma METAL fp math_mode(safe)\nvoid f() {\n#pragma unroll(4)\n  for (;;)\n#pragma unroll\n    x++;\n}\n";
    let mut map = crate::source::SourceMap::new();
    let mut interner = crate::syntax::token::Interner::default();
    let mut diagnostics = crate::diagnostic::Diagnostics::default();
    let file = map.add("t.metal", text, false).unwrap();
    let tokens = preprocess(&mut map, &mut interner, file, &Default::default(), &NoFiles, &mut diagnostics).tokens;
    let mut names = super::Names::new(&mut interner);
    let unit = super::parse(&tokens, &interner, &mut names, &mut diagnostics);
    assert!(!diagnostics.has_errors());
    let tree = crate::syntax::ast::dump::dump(&unit, &interner);
    let expected = super::undent(
        "
        pragma METAL fp math_mode(safe)
        fn f: () -> void
          block
            pragma unroll(4)
            for ; ;
              expr (post++ x)
        ",
    );
    assert_eq!(tree.replace("( 4 )", "(4)").trim_end(), expected);
}

#[test]
fn names_are_kept_for_what_follows() {
    use crate::syntax::lexer::tokenize;

    let mut map = crate::source::SourceMap::new();
    let mut interner = crate::syntax::token::Interner::default();
    let mut diagnostics = crate::diagnostic::Diagnostics::default();
    let mut tokens = |text: &str, interner: &mut _, diagnostics: &mut _| {
        let file = map.add("t.metal", text, false).unwrap();
        tokenize(&map, file, interner, diagnostics)
    };
    let library = "namespace metal { struct S {}; template <typename T> T f(T); }";
    let mut names = super::Names::new(&mut interner);
    let library = tokens(library, &mut interner, &mut diagnostics);
    super::parse(&library, &interner, &mut names, &mut diagnostics);
    let program = "using namespace metal; void g() { S * a; (S)(b); f<1 && 2>(c); }";
    let program = tokens(program, &mut interner, &mut diagnostics);
    let unit = super::parse(&program, &interner, &mut names.clone(), &mut diagnostics);
    let tree = crate::syntax::ast::dump::dump(&unit, &interner);
    let expected = super::undent(
        "
        using namespace metal
        fn g: () -> void
          block
            var a: pointer to S
            expr (cast<S> (paren b))
            expr f<(&& 1 2)>(c)
        ",
    );
    assert_eq!(tree.trim_end(), expected);
    let debugged = tokens("metal::S(1).x + 2", &mut interner, &mut diagnostics);
    let expr = super::super::parse_expression(&debugged, &interner, &mut names.clone(), &mut diagnostics).unwrap();
    assert_eq!(crate::syntax::ast::dump::dump_expr(&expr, &interner), "(+ new<metal::S>(1).x 2)");
    let wrong = tokens("1 + 2 3", &mut interner, &mut diagnostics);
    assert!(super::super::parse_expression(&wrong, &interner, &mut names, &mut diagnostics).is_none());
    assert_eq!(diagnostics.error_count(), 1);
}
