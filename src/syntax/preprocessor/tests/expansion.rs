use super::*;

#[test]
fn object_like() {
    check("#define N 4\nN N+N n", "4 4+4 n");
    check("#define EMPTY\nEMPTY a EMPTY b EMPTY", "a b");
    check("#define A B\n#define B C\nA\n#undef B\nA\n#define B D\nA", "C B D");
    check("#define LPAREN (\n#define F(x) [x]\nF LPAREN 1)", "F (1)");
    check("#define OBJ (1-1)\n#define F() x\nOBJ F()", "(1-1) x");
    check("#define two \\\n  words \\  \n here\ntwo", "words here");
}

/// The rules of [cpp.rescan], on the shapes that the standard's examples have.
#[test]
fn rescanning() {
    // A name is not replaced within its own replacement, wherever it comes from.
    check(
        "#define x 3\n#define f(a) f(x * (a))\n#undef x\n#define x 2\n#define g f\n#define z z[0]\n#define h g(~\n#define m(a) a(w)\n#define w 0,1\n#define t(a) a\n#define p() int\n#define q(x) x\n#define r(x,y) x ## y\n#define str(x) # x\n\
         f(y+1) + f(f(z)) % t(t(g)(0) + t)(1);\n\
         g(x+(3,4)-w) | h 5) & m\n(f)^m(m);\n\
         p() i[q()] = { q(1), r(2,3), r(4,), r(,5), r(,) };\n\
         char c[2][6] = { str(hello), str() };",
        "f(2 * (y+1)) + f(2 * (f(2 * (z[0])))) % f(2 * (0)) + t(1);\n\
         f(2 * (2+(3,4)-0,1)) | f(2 * (~ 5)) & f(2 * (0,1))^m(0,1);\n\
         int i[] = { 1, 23, 4, 5, };\n\
         char c[2][6] = { \"hello\", \"\" };",
    );
    check("#define foo foo bar\nfoo", "foo bar");
    check("#define a b\n#define b a\na b", "a b");
    check("#define f(x) x f\nf(1)(2)", "1 f(2)");
    // Painted once, painted for good.
    check("#define foo foo\n#define id(x) x\nid(id(foo))", "foo");
    check("#define f(x) x\n#define g f(g)\nf(g)", "g");
    // A name that another expansion leaves behind finds its parenthesis in the text.
    check("#define f(x) <x>\n#define g f\ng(1) g (2)\ng\n(3)", "<1> <2> <3>");
    check("#define f(x) <x>\n#define g f(\ng 1)", "<1>");
    check("#define f(a) a*g\n#define g(a) f(a)\nf(2)(9)", "2*9*g");
    check("#define NIL(x) x\n#define G_0(a) NIL(G_1)(a)\n#define G_1(a) NIL(G_2)(a)\n#define G_2(a) a\nG_0(42)", "42");
    check("#define f() x\nf f() f ( )", "f x x");
    // An empty macro between name and parenthesis prevents the call.
    check("#define E\n#define f(x) <x>\nf E (1)", "f (1)");
    check("#define E\n#define f(x) <x>\n#define again(x) x\nagain(f E (1))", "<1>");
}

#[test]
fn deferred_expansion() {
    let macros = "#define EMPTY()\n#define DEFER(id) id EMPTY()\n#define OBSTRUCT(id) id DEFER(EMPTY)()\n#define EXPAND(...) __VA_ARGS__\n#define A() 123\n";
    check(&format!("{macros}DEFER(A)()"), "A ()");
    check(&format!("{macros}EXPAND(DEFER(A)())"), "123");
    check(&format!("{macros}EXPAND(EXPAND(OBSTRUCT(A)()))"), "123");
    check(
        "#define CAT(a, ...) a ## __VA_ARGS__\n#define IIF(c) CAT(IIF_, c)\n#define IIF_0(t, ...) __VA_ARGS__\n\
         #define IIF_1(t, ...) t\n#define CHECK_N(x, n, ...) n\n#define CHECK(...) CHECK_N(__VA_ARGS__, 0,)\n\
         #define PROBE(x) x, 1,\n#define NOT(x) CHECK(CAT(NOT_, x))\n#define NOT_0 PROBE(~)\n\
         NOT(0) NOT(7) IIF(NOT(0))(a, b) IIF(NOT(1))(a, b)",
        "1 0 a b",
    );
}

#[test]
fn arguments() {
    check("#define f(a,b) [a|b]\nf((1,2), {3)", "[(1,2)|{3]");
    check("#define f(a,b) [a|b]\nf(,) f( , x) f(\n1\n,\n2\n)", "[|] [|x] [1|2]");
    check("#define f() ok\n#define g(x) <x>\nf() g() f(\n)", "ok <> ok");
    check("#define f(x) x x\n#define y 1 z\nf(y)", "1 z 1 z");
    // Directives among arguments.
    check("#define f(x) <x>\nf(1\n#ifdef f\n2\n#else\n3\n#endif\n)", "<1 2>");
    check("#define f(x) x\nf(f(f(f(1))))", "1");
    check("#define min(a,b) ((a)<(b)?(a):(b))\nmin(min(a,b),c)", "((((a)<(b)?(a):(b)))<(c)?(((a)<(b)?(a):(b))):(c))");
}

#[test]
fn stringise() {
    check(
        r#"#define s(x) #x
s(a  +   b) s( "q\n" '"' '\0' ) s() s(a/*c*/b) s(<::>) s(a and b)"#,
        r#""a + b" "\"q\\n\" '\"' '\\0'" "" "a b" "<::>" "a and b""#,
    );
    check("#define s(x) #x\n#define xs(x) s(x)\n#define N 4\ns(N) xs(N) xs(s(N))", r#""N" "4" "\"N\"""#);
    check("#define s(x) # x\ns(a\nb\n  c)", "\"a b c\"");
    check("#define s(...) #__VA_ARGS__\ns(a, b,c) s()", r#""a, b,c" """#);
    // `#` means nothing in an object-like macro.
    check("#define h # x\n#define s(x) #x\n#define xs(x) s(x)\nxs(h)", "\"# x\"");
    check("#define E\n#define s(x) #x\n#define xs(x) s(x)\nxs([ E]) xs([E ]) xs([E])", r#""[ ]" "[ ]" "[]""#);
    check(
        "#define s(x) #x\n#define xs(x) s(x)\n#define f(x) [ x]\nxs(f()) xs(-f(-1)) xs(a f(b))",
        r#""[ ]" "-[ -1]" "a [ b]""#,
    );
    check("#define s(x) #x\ns(R\"(a\nb)\")", "\"R\\\"(a\\nb)\\\"\"");
}

/// The shapes of the standard's examples for `#` and `##`.
#[test]
fn stringise_and_paste_together() {
    check(
        "#define str(s) # s\n#define xstr(s) str(s)\n#define debug(s, t) printf(\"x\" # s \"= %d, x\" # t \"= %s\", \\\n  x ## s, x ## t)\n\
         #define INCFILE(n) vers ## n\n#define glue(a, b) a ## b\n#define xglue(a, b) glue(a, b)\n#define HIGHLOW \"hello\"\n#define LOW LOW \", world\"\n\
         debug(1, 2);\nfputs(str(strncmp(\"abc\\0d\", \"abc\", '\\4') == 0) str(: @\\n), s);\nxstr(INCFILE(2).h)\nglue(HIGH, LOW);\nxglue(HIGH, LOW)",
        "printf(\"x\" \"1\" \"= %d, x\" \"2\" \"= %s\", x1, x2);\n\
         fputs(\"strncmp(\\\"abc\\\\0d\\\", \\\"abc\\\", '\\\\4') == 0\" \": @\\n\", s);\n\"vers2.h\"\n\"hello\";\n\"hello\" \", world\"",
    );
    check(
        "#define hash_hash # ## #\n#define mkstr(a) # a\n#define in_between(a) mkstr(a)\n#define join(c, d) in_between(c hash_hash d)\njoin(x, y)",
        "\"x ## y\"",
    );
    check(
        "#define t(x,y,z) x ## y ## z\nint j[] = { t(1,2,3), t(,4,5), t(6,,7), t(8,9,), t(10,,), t(,11,), t(,,12), t(,,) };",
        "int j[] = { 123, 45, 67, 89, 10, 11, 12, };",
    );
}

#[test]
fn paste() {
    check(
        "#define c(a,b) a##b\nc(x,1) c(1,e)c(1,.5) c(<,<=) c(-,>) c(L,\"s\") c(u8,R\"(x)\") c(an,d) c(%:,%:)",
        "x1 1e 1.5 <<= -> L\"s\" u8R\"(x)\" && ##",
    );
    // Operands of `##` are not expanded, the result is.
    check("#define N 4\n#define NN 5\n#define c(a,b) a##b\nc(N,N) c(N,) c(,N)", "5 4 4");
    check("#define c(a,b) a##b\nc(1 2, 3 4)", "1 23 4");
    check("#define c(x) x ## 1\n#define a1 2\nc(q a)", "q 2");
    // A name that is pasted together within its own expansion is painted all the same.
    check("#define AB c(A,B)\n#define c(a,b) a##b\nAB", "AB");
    check("#define OBJ a ## b ## 3\nOBJ", "ab3");
    check("#define f(x) [x ## x]\nf() f(a)", "[] [aa]");
}

#[test]
fn variadics() {
    check("#define f(...) <__VA_ARGS__>\nf() f(1) f(1,2) f((1,2),3)", "<> <1> <1,2> <(1,2),3>");
    check("#define f(a,...) a:__VA_ARGS__;\nf(1) f(1,) f(1,2,3)", "1:; 1:; 1:2,3;");
    check("#define f(a,r...) a:r;\nf(1) f(1,2,3)", "1:; 1:2,3;");
    check(
        "#define e(f, ...) p(f, ## __VA_ARGS__)\n#define X 7\ne(a) e(a,) e(a, b) e(a, X, c)",
        "p(a) p(a) p(a, b) p(a, 7, c)",
    );
    check("#define e(f, r...) p(f, ## r)\ne(a) e(a, b, c)", "p(a) p(a, b, c)");
    check("#define e(...) p(x, ## __VA_ARGS__)\ne() e(1)", "p(x) p(x, 1)");
    check(
        "#define showlist(...) puts(#__VA_ARGS__)\n#define report(test, ...) ((test)?puts(#test): printf(__VA_ARGS__))\n\
         showlist(The first, second, and third items.);\nreport(x>y, \"x is %d but y is %d\", x, y);",
        "puts(\"The first, second, and third items.\");\n((x>y)?puts(\"x>y\"): printf(\"x is %d but y is %d\", x, y));",
    );
}

#[test]
fn va_opt() {
    check(
        "#define F(...) f(0 __VA_OPT__(,) __VA_ARGS__)\n#define G(X, ...) f(0, X __VA_OPT__(,) __VA_ARGS__)\n#define EMP\n\
         F(a, b, c) F() F(EMP) G(a, b, c) G(a, ) G(a)",
        "f(0, a, b, c) f(0) f(0) f(0, a, b, c) f(0, a) f(0, a)",
    );
    check("#define S(s, ...) t s __VA_OPT__(= { __VA_ARGS__ })\nS(foo); S(bar, 1, 2);", "t foo; t bar = { 1, 2 };");
    check("#define H2(X, Y, ...) __VA_OPT__(X ## Y,) __VA_ARGS__\nH2(a, b, c, d)", "ab, c, d");
    check("#define H3(X, ...) #__VA_OPT__(X##X X##X)\nH3(, 0) H3(a, 0) H3(a)", "\"\" \"aa aa\" \"\"");
    check(
        "#define H5(X, ...) b ## __VA_OPT__(X ## X a) [__VA_OPT__(X X)]\nH5(, 1) H5(x, 1) H5(x)",
        "b a [] bxx a [x x] b []",
    );
    check("#define H4(X, ...) __VA_OPT__(a X ## X) ## b\nH4(, 1) H4(x, 1) H4(x)", "a b a xxb b");
}

/// The constructs 13 to 16 of our census of real shaders.
#[test]
fn census() {
    check(
        "#define MEMBER2(t) t;\n#define F0()\n#define F1(a) a;\n#define F2(a, b) a; b;\n#define PICK(a, b, c, ...) c\n\
         #define EACH(...) PICK(__VA_ARGS__, F2, F1, F0)(__VA_ARGS__)\n#define KERNEL(name, ...) struct name { EACH(__VA_ARGS__) };\n\
         KERNEL(k, int a, float b) KERNEL(j, int a)",
        "struct k { int a; float b; }; struct j { int a; };",
    );
    check(
        "#define K(n, ...) template [[host_name(\"v_\" #n)]] [[kernel]] decltype(f<__VA_ARGS__>) f<__VA_ARGS__>;\n\
         #define K2(n, t) K(n ## _ ## t, t, 2)\n#define ALL(n) K2(n, half) K2(n, float)\nALL(add)",
        "template [[host_name(\"v_\" \"add_half\")]] [[kernel]] decltype(f<half, 2>) f<half, 2>;\n\
         template [[host_name(\"v_\" \"add_float\")]] [[kernel]] decltype(f<float, 2>) f<float, 2>;",
    );
    check(
        "#define COMMA ,\n#define DECL(t, n) t n;\n#define TAGS instancing, primitive_motion\nDECL(Foo<half COMMA 3>, x) q<TAGS> y;",
        "Foo<half, 3> x; q<instancing, primitive_motion> y;",
    );
    let run = run(
        "#define UNROLL_FOR(x) _Pragma(\"clang loop unroll(full)\") for (x)\n#define MIN(a, b) a < b ? a : b\n\
         UNROLL_FOR(;;) ;\n#pragma unroll(MIN(D/8, 4*N))\nfor\n#define DO(x) _Pragma(#x)\n#define ID(x) x\nID(DO(unroll 4) while)\n#pragma METAL fp math_mode(safe)\n",
    );
    assert_eq!(run.messages(), Vec::<String>::new());
    assert_eq!(
        run.spellings(),
        [
            "«clang loop unroll(full)»",
            "for",
            "(",
            ";",
            ";",
            ")",
            ";",
            "«unroll(D/8 < 4*N ? D/8 : 4*N)»",
            "for",
            "«unroll 4»",
            "while",
            "«METAL fp math_mode(safe)»"
        ]
    );
}

#[test]
fn computed_macros() {
    check("__LINE__\n__LINE__ \\\n __LINE__", "1 2 3");
    check(
        "#define L __LINE__\n#define f(x) x\n\nL f(\n__LINE__\nL)\n#define G(x) __LINE__ x\nG(\n__LINE__\n)",
        "4 5 6 10 9",
    );
    check("__FILE__ __FILE_NAME__ __BASE_FILE__ __INCLUDE_LEVEL__", "\"main.metal\" \"main.metal\" \"main.metal\" 0");
    check("__COUNTER__ __COUNTER__\n#define c(a,b) a##b\n#define u(a,b) c(a,b)\nu(v_, __COUNTER__)", "0 1 v_2");
    check("__DATE__ __TIME__", "\"Jan  1 1970\" \"00:00:00\"");
    check("#line 100 \"x.h\"\n__LINE__ __FILE__\n__LINE__", "100 \"x.h\" 101");
    check("# 7 \"y.h\" 1\n__LINE__ __FILE__", "7 \"y.h\"");
    check("#define N 20\n#line N\n__LINE__\n\n#line 5\n__LINE__", "20 5");
}

#[test]
fn expansions_are_recorded() {
    //          0123456789012345678901
    let text = "#define A(x) x + B(x)\n#define B(y) y\nA(C)\n#define C 7\nA(C)\n";
    let run = run(text);
    assert_eq!(run.spellings(), ["C", "+", "C", "7", "+", "7"]);
    let trace = |index: usize| -> Vec<String> {
        let span = run.tokens[index].span;
        let at = |position: u32| run.map.location(position).map_or(0, |at| at.line * 100 + at.column);
        std::iter::once(format!("{}@{}", run.map.text(span), at(span.lo)))
            .chain(
                run.map
                    .backtrace(span)
                    .map(|e| format!("{}@{}={}", e.macro_name, at(e.call_site.lo), run.map.text(e.call_site))),
            )
            .collect()
    };
    assert_eq!(trace(0), ["C@303", "A@301=A(C)"]);
    assert_eq!(trace(1), ["+@116", "A@301=A(C)"]);
    assert_eq!(trace(2), ["C@303", "B@118=B(x)", "A@301=A(C)"]);
    assert_eq!(trace(3), ["7@411", "C@503=C", "A@501=A(C)"]);
    assert_eq!(trace(5), ["7@411", "C@503=C", "B@118=B(x)", "A@501=A(C)"]);
    for token in &run.tokens[..3] {
        assert_eq!(run.map.text(run.map.call_site(token.span)), "A(C)");
    }
    let pasted = super::run("#define P(a) a ## 1\n#define S(a) #a\nP(x) S(y)");
    assert_eq!(pasted.map.text(pasted.tokens[0].span), "##");
    assert_eq!(pasted.map.text(pasted.tokens[1].span), "#");
}

#[test]
fn tokens_are_dumped() {
    let run = run("#define F(x) x + 1\nint a = F(b);\n#pragma unroll\n'\\n'");
    assert_eq!(
        crate::syntax::token::dump(&run.map, &run.interner, &run.tokens),
        "main.metal:2:1 identifier int\nmain.metal:2:5 identifier a\nmain.metal:2:7 punctuator =\n\
         main.metal:2:11 identifier b  from F at main.metal:2:9\nmain.metal:1:16 punctuator +  from F at main.metal:2:9\n\
         main.metal:1:18 number 1  from F at main.metal:2:9\nmain.metal:2:13 punctuator ;\n\
         main.metal:3:2 pragma unroll\nmain.metal:4:1 character '\\n'\nmain.metal:4:5 end\n"
    );
}
