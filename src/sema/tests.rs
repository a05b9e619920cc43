//! Function bodies in, typed trees out.

use super::Sema;
use super::frame::Frame;
use super::frame::FrameResult;
use super::hir::Body;
use super::scope::ScopeId;
use crate::compile::CompileOptions;
use crate::compile::syntax;
use crate::msl::AddressSpace;
use crate::syntax::ast;
use crate::syntax::preprocessor::NoFiles;
use std::sync::Arc;

/// What becomes of a function: its body as text, or the messages about it.
fn check(text: &str) -> String {
    crate::deep_stack::on_deep_stack(|| check_here(text))
}

fn check_here(text: &str) -> String {
    let parsed = syntax("test.metal", text, &CompileOptions::default(), &NoFiles);
    let messages = |list: &crate::diagnostic::Diagnostics| {
        list.iter().map(|one| format!("{}: {}\n", one.code, one.message)).collect::<String>()
    };
    if parsed.diagnostics.has_errors() {
        return messages(&parsed.diagnostics);
    }
    let mut sema = Sema { interner: Arc::new(parsed.interner), map: Arc::new(parsed.map), ..Sema::default() };
    let Some(function) = parsed.unit.decls.iter().find_map(|decl| match &decl.kind {
        ast::DeclKind::Function(function) => Some(function),
        _ => None,
    }) else {
        return "no function".to_owned();
    };
    let (Some(ty), Some(ast::FunctionBody::Block(_, block))) = (function.function_type(), function.body.get()) else {
        return "no body".to_owned();
    };
    let result = match ty.result.as_deref() {
        Some(ty) if super::resolve::has_placeholder(ty) => FrameResult::Lambda(None),
        Some(ty) => FrameResult::Known(sema.resolve_type(ScopeId::GLOBAL, ty).unwrap()),
        None => FrameResult::Lambda(None),
    };
    let scope = sema.push_function_scope(ScopeId::GLOBAL);
    sema.checker.frames.push(Frame::new(scope, None, "f".into(), result));
    for parameter in &ty.params {
        let declared = sema.resolve_type(scope, &parameter.ty).unwrap();
        let declared = sema.adjust_parameter(declared);
        let name = parameter.name.unwrap();
        let text: Arc<str> = sema.interner.text(name.symbol).into();
        let id = sema.add_local(text, declared, AddressSpace::Thread, name.span);
        sema.declare_local(scope, name.symbol, id);
    }
    let statement = sema.check_stmt(scope, block);
    let frame = sema.checker.frames.pop().unwrap();
    let statements = match statement.kind {
        super::hir::StmtKind::Block(list) => list,
        _ => vec![statement],
    };
    let body = Body { locals: frame.locals, parameter_count: 0, member_inits: Vec::new(), statements };
    if sema.diagnostics.has_errors() { messages(&sema.diagnostics) } else { sema.dump_body(&body) }
}

/// The body of a function with parameters of many types.
fn body(statements: &str) -> String {
    let parameters = "int i, uint u, short s, uchar c, long l, ulong ul, half h, float x, bool b, float2 v2, float3 v3, \
                      float4 v, half4 h4, int4 i4, uint4 u4, bool4 b4, float2x2 m, float2x3 m23, device float* p, \
                      constant float* q, device packed_float3* pp, thread float& r, device float4* pv";
    check(&format!("void f({parameters}) {{ {statements} }}")).trim_end().to_owned()
}

#[track_caller]
fn gives(cases: &[(&str, &str)]) {
    for (statements, expected) in cases {
        assert_eq!(body(statements), *expected, "\n{statements}");
    }
}

#[test]
fn usual_arithmetic_conversions() {
    gives(&[
        ("i + u;", "(+ (numeric uint (load i)) (load u))"),
        ("s + c;", "(+ (numeric int (load s)) (numeric int (load c)))"),
        ("l + u;", "(+ (load l) (numeric long (load u)))"),
        ("l + ul;", "(+ (numeric ulong (load l)) (load ul))"),
        ("h + 1;", "(+ (load h) 1.0h)"),
        ("h + 0.5;", "(+ (numeric float (load h)) 0.5)"),
        ("h * h;", "(* (load h) (load h))"),
        ("b + b;", "(+ (numeric int (load b)) (numeric int (load b)))"),
        ("-s;", "(- (numeric int (load s)))"),
        ("~c;", "(~ (numeric int (load c)))"),
        ("!i;", "(! (numeric bool (load i)))"),
        ("s << l;", "(<< (numeric int (load s)) (numeric int (load l)))"),
        ("ul >> i;", "(>> (load ul) (numeric ulong (load i)))"),
        ("i < u;", "(< (numeric uint (load i)) (load u))"),
        ("i && x;", "(&& (numeric bool (load i)) (numeric bool (load x)))"),
        ("2 + -3;", "(+ 2 -3)"),
    ]);
}

#[test]
fn vectors_and_scalars_meet_in_the_vector() {
    gives(&[
        ("v * 2;", "(* (load v) <2.0 2.0 2.0 2.0>)"),
        ("x * v;", "(* (splat float4 (load x)) (load v))"),
        ("h4 * x;", "(* (load h4) (splat half4 (numeric half (load x))))"),
        ("v < x;", "(< (load v) (splat float4 (load x)))"),
        ("b4 && b4;", "(& (load b4) (load b4))"),
        ("!b4;", "(! (load b4))"),
        ("i4 << 1;", "(<< (load i4) <1 1 1 1>)"),
        ("i4 << u4;", "(<< (load i4) (numeric int4 (load u4)))"),
        ("pp[0] * x;", "(* (packed float3 (load (load pp)[0])) (splat float3 (load x)))"),
        ("v = x;", "(= v (splat float4 (load x)))"),
        ("v += 1;", "(+= in float4 v <1.0 1.0 1.0 1.0>)"),
        ("s += x;", "(+= in float s (load x))"),
        ("pp[1] = v3;", "(= (load pp)[1] (packed packed_float3 (load v3)))"),
    ]);
    gives(&[
        ("v + i4;", "E0521: `+` does not take operands of types `float4` and `int4`"),
        ("v + v3;", "E0521: `+` does not take operands of types `float4` and `float3`"),
        ("i4 + x;", "E0521: `+` does not take operands of types `int4` and `float`"),
        ("x % x;", "E0521: `%` does not take operands of types `float` and `float`"),
        ("i << i4;", "E0521: `<<` does not take operands of types `int` and `int4`"),
        ("if (b4) {}", "E0531: a condition is a `bool`; this is a `bool4`"),
        ("v = i4;", "E0520: `int4` does not convert to `float4` for this assignment"),
    ]);
}

#[test]
fn swizzles_and_subscripts() {
    gives(&[
        ("v.xy;", "v.xy"),
        ("v.rgba.zw.y = 1;", "(= v.w 1.0)"),
        ("v.zw += v2;", "(+= in float2 v.zw (load v2))"),
        ("(v * 2).yx;", "(* (load v) <2.0 2.0 2.0 2.0>).yx"),
        ("m[1].y = x;", "(= m[1].y (load x))"),
        ("v[i] = 2;", "(= v[(load i)] 2.0)"),
        ("p[u] = *p;", "(= (load p)[(load u)] (load (deref (load p))))"),
        ("pv[2].x;", "(load pv)[2].x"),
        ("2[p];", "(load p)[2]"),
    ]);
    gives(&[
        ("v.xg;", "E0526: `xg` names no components of a `float4`"),
        ("v3.w;", "E0526: `w` names no components of a `float3`"),
        ("v.xx = v2;", "E0522: this can't be assigned to: the swizzle names component `x` twice"),
        ("m.x;", "E0524: `float2x2` has no member `x`"),
        ("m[2];", "E0527: index 2 is out of range: there are 2 columns, from 0"),
        ("p.x;", "E0525: `device float*` is a pointer: its members are reached with `->`"),
    ]);
}

#[test]
fn pointers() {
    gives(&[
        ("p + i;", "(pointer+ (load p) (load i))"),
        ("p - 1;", "(pointer- (load p) 1)"),
        ("p - p;", "(distance (load p) (load p))"),
        ("&p[3];", "(address (load p)[3])"),
        ("&*p;", "(load p)"),
        ("p == nullptr;", "(== (load p) null)"),
        ("p ? 1 : 2;", "(? (pointertobool bool (load p)) 1 2)"),
        ("p++;", "(post++ p)"),
        ("const device float* w = p;", "const device float* w = (pointer const device float* (load p))"),
        ("device uint* w = (device uint*)p;", "device uint* w = (pointer device uint* (load p))"),
        ("device uint* w = reinterpret_cast<device uint*>(p);", "device uint* w = (pointer device uint* (load p))"),
    ]);
    gives(&[
        (
            "thread float* w = p;",
            "E0950: `device float*` does not convert to `thread float*` for this initialisation: \
          one points into device memory, the other into thread memory",
        ),
        ("device float* w = (device float*)q;", "E0530: `constant float*` does not convert to `device float*`"),
        ("q[0] = 1;", "E0522: this can't be assigned to: it lies in constant memory, which is read-only"),
        ("&v.x;", "E0521: `&` does not take an operand of type `float`"),
        ("p == q;", "E0950: `==` does not take operands of types `device float*` and `constant float*`"),
        ("*i;", "E0521: `*` does not take an operand of type `int`"),
        ("1 = i;", "E0522: this can't be assigned to: this is a value, not an object"),
        ("const int n = 1; n = 2;", "E0522: this can't be assigned to: its type `const thread int` is const"),
    ]);
}

#[test]
fn constructors_and_casts() {
    gives(&[
        ("float4(v2, x, 1);", "(float4 (load v2) (load x) 1.0)"),
        ("float4(1, 2, 3, 4);", "<1.0 2.0 3.0 4.0>"),
        ("float3(0);", "<0.0 0.0 0.0>"),
        ("float4(i4);", "(numeric float4 (load i4))"),
        ("int3(v.xyz);", "(numeric int3 (load v.xyz))"),
        ("half4(x);", "(splat half4 (numeric half (load x)))"),
        ("float4{1, 2};", "(float4 1.0 2.0 (zero float) (zero float))"),
        ("(uint)x;", "(numeric uint (load x))"),
        ("uint(3.5f);", "3u"),
        ("static_cast<float>(i);", "(numeric float (load i))"),
        ("as_type<uint>(x);", "(bits uint (load x))"),
        ("as_type<float4>(v3);", "(bits float4 (load v3))"),
        ("float2x2(x);", "(float2x2 (float2 (load x) (zero float)) (float2 (zero float) (load x)))"),
        ("float2x2(1, 2, 3, 4);", "(float2x2 <1.0 2.0> <3.0 4.0>)"),
        ("float2x2(v2, v2);", "(float2x2 (load v2) (load v2))"),
        ("packed_float3(1, 2, 3);", "(packed packed_float3 <1.0 2.0 3.0>)"),
    ]);
    gives(&[
        ("float4(1, 2, 3);", "E0528: `float4` has 4 components, but 3 are given"),
        ("float2(v);", "E0528: `float2` has 2 components, but 4 are given"),
        ("i + float(v);", "E0530: `float4` does not convert to `float`"),
        ("as_type<ushort>(x);", "E0530: `as_type` keeps the bits, but `float` has 4 bytes and `ushort` has 2"),
        ("float2x2(1, 2, 3);", "E0528: `float2x2` can't be made of 3 scalars"),
        ("float2x2(v2, 1, 2);", "E0528: `float2x2` can't be made of scalars and vectors"),
    ]);
}

#[test]
fn matrices() {
    gives(&[
        ("m * v2;", "(operator* (load m) (load v2))"),
        ("v2 * m;", "(operator* (load v2) (load m))"),
        ("m23 * m;", "(operator* (load m23) (load m))"),
        ("m *= 2;", "(operator*= m 2.0)"),
        ("m + m;", "(operator+ (load m) (load m))"),
        ("-m;", "(operator- (load m))"),
        ("m == m;", "(operator== (load m) (load m))"),
    ]);
    gives(&[
        ("m * v3;", "E0521: `*` does not take operands of types `float2x2` and `float3`"),
        ("m + 1;", "E0521: `+` does not take operands of types `float2x2` and `int`"),
    ]);
}

#[test]
fn conditionals() {
    gives(&[
        ("b ? x : 1;", "(? (load b) (load x) 1.0)"),
        ("b ? v : x;", "(? (load b) (load v) (splat float4 (load x)))"),
        ("b ? i : u;", "(? (load b) (numeric uint (load i)) (load u))"),
        ("(b ? x : r) = 1;", "(= (? (load b) x r) 1.0)"),
        ("b ? p : nullptr;", "(? (load b) (load p) null)"),
        ("i, x;", "(, (discard i) x)"),
    ]);
    gives(&[
        (
            "b ? v : v3;",
            "E0532: the two values of `?:` have types `thread float4` and `thread float3`, which don't meet",
        ),
        ("b4 ? v : v;", "E0531: a condition is a `bool`; this is a `bool4`"),
    ]);
}

#[test]
fn statements() {
    gives(&[
        ("int a[] = {1, 2, 3};", "int[3] a = [1 2 3]"),
        ("float a[4] = {1};", "float[4] a = [1.0 ... (zero float)]"),
        ("int a[2][2] = {1, 2, 3};", "int[2][2] a = [[1 2] [3 ... (zero int)]]"),
        ("float4 w;", "float4 w"),
        (
            "for (int k = 0; k < 4; ++k) { if (k == 2) continue; x += k; }",
            "int k = 0\nfor (< (load k) 4) step (++ k)\n  if (== (load k) 2)\n    continue\n  (+= in float x (numeric float (load k)))",
        ),
        ("while (i) { --i; break; }", "while (numeric bool (load i))\n  (-- i)\n  break"),
        ("do i++; while (i < 3);", "do\n  (post++ i)\nwhile (< (load i) 3)"),
        (
            "switch (c) { case 1: case 'a': i = 1; break; default: return; }",
            "switch (numeric int (load c))\ncase 1\ncase 97\n  (= i 1)\n  break\ndefault\n  return",
        ),
        ("constexpr int n = 2 + 2; int a[n];", "const int n = (+ 2 2)\nint[4] a"),
        ("if constexpr (sizeof(int) == 4) x = 1; else y = 2;", "block\n  (= x 1.0)"),
        ("if (int k = i) x = k;", "int k = (load i)\nif (numeric bool (load k))\n  (= x (numeric float (load k)))"),
    ]);
    gives(&[
        ("break;", "E1102: `break` stands in a loop or `switch`"),
        ("int i2; float i2;", "E0404: `i2` is declared twice in one scope"),
        ("switch (x) {}", "E1103: a `switch` chooses by an integer, not by a `float`"),
        ("switch (i) { case 1: case 1: ; }", "E1104: `case 1` stands in this `switch` twice"),
        ("return 1;", "E1105: the function returns nothing, but a value is given"),
        ("int a[i];", "E0801: this has to be constant, but `i` is a variable"),
        ("int a[2] = {1, 2, 3};", "E0529: too many values for a `int[2]`"),
        ("const int n;", "E0534: `n` can never be written, so it needs an initialiser"),
        ("device int n;", "E0951: a local variable can't lie in device memory"),
        ("threadgroup float t[4];", "E0951: the threadgroup variable `t` is declared outside a kernel"),
        ("thread float& w = v.x;", "E0523: `thread float&` can't refer to this `float` for this initialisation"),
    ]);
}

#[test]
fn results_are_deduced() {
    assert_eq!(check("auto f(int i) { if (i) return 1; return 2; }").lines().count(), 3);
    assert!(check("auto f(int i) { if (i) return 1; return 2.0; }").starts_with("E1105"));
    assert!(check("float f(int i) { return; }").starts_with("E1105"));
    assert_eq!(check("float f(int i) { return i; }"), "return (numeric float (load i))\n");
}

/// The messages about a whole program, a line each, with the source line they are about.
fn program(text: &str) -> String {
    let compiled = crate::compile::compile("test.metal", text, &CompileOptions::default(), &NoFiles);
    let line = |span: crate::source::Span| compiled.map.location(span.lo).map_or(0, |location| location.line);
    compiled
        .diagnostics
        .iter()
        .map(|one| format!("{}: {}: {}\n", line(one.primary_span()), one.code, one.message))
        .collect::<String>()
        .trim_end()
        .to_owned()
}

#[test]
fn each_mistake_is_reported_once_and_where_it_is() {
    let cases = [
        // Overloads.
        ("float f(float2 v);\nfloat g(float x) { return f(x, 1); }", "2: E0601: `f` can't be called with (float, int)"),
        (
            "void f(int); void f(float);\nvoid g(short s, ulong u) { f(s);\n f(u); }",
            "3: E0602: the call of `f` is ambiguous: 2 functions fit equally well",
        ),
        (
            "void f(thread float* p);\nvoid g(device float* p) { f(p); }",
            "2: E0950: `f` can't be called with (device float*)",
        ),
        ("void set(thread float& x);\nvoid g(float4 v) { set(v.x); }", "2: E0601: `set` can't be called with (float)"),
        ("struct S { S() = delete; };\nvoid g() { S s; }", "2: E0603: this constructor of `S` is deleted"),
        (
            "struct S { int v; int get() { return v; } };\nint g(const thread S& s) { return s.get(); }",
            "2: E0601: `get` can't be called with ()",
        ),
        (
            "struct S { int v; int get() const { return v; } };\nint g(device S* s) { return s->get(); }",
            "2: E0950: `get` can't be called with ()",
        ),
        // Classes.
        ("struct S { float size; };\nfloat g(S s) { return s.sise + s.length; }", "2: E0524: `S` has no member `sise`"),
        (
            "struct S { int x; };\nvoid g() { S s = 1; }",
            "2: E0520: `int` does not convert to `S` for this initialisation",
        ),
        (
            "struct S { explicit S(int x) : v(x) {} int v; };\nvoid g() { S s = 1; }",
            "2: E0520: `int` does not convert to `S` for this initialisation",
        ),
        ("struct S { int x, y; };\nS g() { return {1, 2, 3}; }", "2: E0529: too many values for a `S`"),
        ("struct S { int x; };\nS g() { return { .y = 1 }; }", "2: E0524: `S` has no member `y`"),
        (
            "struct S { const int x = 1; };\nvoid g(S a, S b) { a = b; }",
            "2: E0522: a `S` can't be assigned: its member `x` is const",
        ),
        ("enum class E { A };\nint g() { return E::A; }", "2: E0520: `E` does not convert to `int` for the result"),
        // Results, lambdas, templates.
        ("auto f(int n) {\n return f(n); }", "2: E0604: `f` is called before its result is known"),
        (
            "int g() { int n = 1; auto f = []() {\n return n; }; return f(); }",
            "2: E0463: `n` is a local variable of the function around and can't be used here",
        ),
        (
            "template<typename T> T half_of(T x) {\n return x.twice; }\nfloat g() { return half_of(1.0f); }",
            "2: E0524: `float` has no member `twice`",
        ),
        ("void g() { auto x; }", "1: E0505: `auto` takes its type from an initialiser, but there is none"),
        ("struct P { int x, y; };\nvoid g() { auto [a] = P{1, 2}; }", "2: E1107: 1 names for 2 parts"),
        // One mistake, one message.
        ("void g() { undefined x; x = 1; x.y(); int z = x; }", "1: E0401: unknown type `undefined`"),
        ("void g() { float y = missing + 1; float z = y * missing(2); }", "1: E0401: unknown name `missing`"),
    ];
    let mut wrong = String::new();
    for (text, expected) in cases {
        let found = program(text);
        let several = text.contains("s.sise") || text.contains("missing(2)");
        let fits = found.lines().next() == Some(expected) && found.lines().count() <= 1 + usize::from(several);
        if !fits {
            wrong.push_str(&format!("{text}\n  found    {found}\n  expected {expected}\n"));
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}
