//! Wrong sources: one error for one mistake, at its place; and nothing ever makes the parser panic or hang.

use super::census::CONSTRUCTS;
use super::parse_text;

/// A wrong source and the diagnostics it must give, in full.
const CASES: &[(&str, &[&str])] = &[
    ("int a = 1\nint b = 2;", &["1:10 E0303 expected ';' after the declaration, found the keyword 'int'"]),
    (
        "struct S { int x; }\nkernel void k() {}",
        &["1:20 E0303 expected ';' after the definition of the type, found the keyword 'kernel'"],
    ),
    ("void f() { int a = 1 }\nint b;", &["1:21 E0303 expected ';' after the declaration, found '}'"]),
    ("float a = (1.0 + ;\nint b = 2;", &["1:18 E0301 expected an expression, found ';'"]),
    ("void f() { g(1, 2; x = 3; }", &["1:18 E0301 expected ',' or ')' after the argument, found ';'"]),
    (
        "void f() { x = ; y = ; }",
        &["1:16 E0301 expected an expression, found ';'", "1:22 E0301 expected an expression, found ';'"],
    ),
    ("void f() { if (1 {} x = 1; }", &["1:18 E0301 expected ')', found '{'"]),
    (
        "void f() { for (int i = 0 i < 4; ++i) { x = 1; } y = 2; }",
        &["1:26 E0303 expected ';' after the declaration, found 'i'"],
    ),
    (
        "void f() { float a[] = {1, 2 3, 4}; a[0] = 1; }",
        &["1:30 E0301 expected ',' or '}' after the element, found '3'"],
    ),
    ("void f() {\n  if (a) {\n    x = 1;\n}\n", &["4:1 E0302 the file ends inside a '{' that is not closed"]),
    ("void f() {} }\nint a;", &["1:13 E0304 this '}' closes nothing"]),
    ("void f() { else x = 1; }", &["1:12 E0304 'else' without an 'if' before it"]),
    (
        "int a = 09; int b = 99999999999999999999;",
        &[
            "1:9 E0305 '9' is no digit of an octal number, which '0' begins",
            "1:21 E0306 the number '99999999999999999999' is too large for 'ulong'",
        ],
    ),
    ("char c = 'ab';", &["1:10 E0307 the character literal 'ab' holds more than one byte"]),
    ("void f() { goto end; x = 1; }", &["1:12 E0309 MSL has no 'goto'"]),
    ("void f() { end: x = 1; }", &["1:12 E0309 MSL has no labels to jump to"]),
    (
        "void f() { int* p = new int; try { } catch (...) { } }",
        &["1:21 E0309 MSL has no dynamic allocation", "1:30 E0309 MSL has no exceptions"],
    ),
    ("int x; x y;", &["1:8 E0310 'x' is not a type here"]),
    ("MACRO(1, 2)\nkernel void k() {}", &["1:1 E0310 'MACRO' is not known as a type or macro here"]),
    ("struct S { UNKNOWN int x; int y; };", &["1:12 E0310 'UNKNOWN' is not known as a type or macro here"]),
    ("void f(device constant float* p);", &["1:15 E0311 two address spaces, 'device' and 'constant'"]),
    ("float int x; int y;", &["1:7 E0311 the keyword 'int' does not go together with the type before it"]),
    ("kernel vertex void f();", &["1:8 E0311 a function has one stage only"]),
    (
        "[[kernel]] template <typename T> void f() {}",
        &["1:1 E0301 attributes can't stand before the keyword 'template'"],
    ),
    ("float; int x;", &["1:1 E0312 this declaration declares nothing"]),
    ("enum E { A B }; int x;", &["1:12 E0301 expected ',' or '}' after the enumerator, found 'B'"]),
    ("struct S { int x y; float z; }; S s;", &["1:17 E0303 expected ';' after the declaration, found 'y'"]),
    ("namespace n { int x = ; }\nint y;", &["1:23 E0301 expected an expression, found ';'"]),
    (
        "template <typename T> struct S { T x; };\nS<int y;",
        &["2:7 E0301 expected '>' or ',' in the template arguments, found 'y'"],
    ),
    (
        "void f() { return 1 +; }\nvoid g() { h(; }",
        &["1:22 E0301 expected an expression, found ';'", "2:14 E0301 expected an expression, found ';'"],
    ),
    (
        "void f() { auto l = [&](int i { return i; }; x = 1; }",
        &["1:31 E0301 expected ',' or ')' after the parameter, found '{'"],
    ),
    (
        "struct S { void f() { int a = ; } int y = ; };",
        &["1:43 E0301 expected an expression, found ';'", "1:31 E0301 expected an expression, found ';'"],
    ),
];

#[test]
fn one_error_for_one_mistake() {
    for (text, expected) in CASES {
        let (_, messages) = parse_text(text);
        assert_eq!(messages, *expected, "{text}");
    }
}

#[test]
fn nesting_is_limited() {
    let many = 20_000;
    let nested = [
        format!("int a = {}1;", "(".repeat(many)),
        format!("int a = {}1{};", "(".repeat(many), ")".repeat(many)),
        format!("int a = {}1;", "-".repeat(many)),
        format!("int a = {}1;", "-(".repeat(many)),
        format!("int a = {}1;", "(int)".repeat(many)),
        format!("int a = {}1;", "f(".repeat(many)),
        format!("int a = {}1;", "x[".repeat(many)),
        format!("int a = {}1;", "a ? ".repeat(many)),
        format!("int a = {}1;", "a ? b : ".repeat(many)),
        format!("int a = {}1;", "a = ".repeat(many)),
        format!("int a = {}", "{".repeat(many)),
        format!("void f() {}", "{".repeat(many)),
        format!("void f() {{ {}", "if (a) ".repeat(many)),
        format!("void f() {{ {}", "if (a) ; else ".repeat(many)),
        format!("void f() {{ {}", "for (;;) ".repeat(many)),
        format!("void f() {{ {}", "do ".repeat(many)),
        format!("void f() {{ auto x = {}", "[]{ return ".repeat(many)),
        format!("void f() {{ auto x = {}", "[x = ".repeat(many)),
        format!("int {}x;", "*".repeat(many)),
        format!("int x{};", "[1]".repeat(many)),
        format!("int {}x;", "(".repeat(many)),
        format!("int {}x;", "(*".repeat(many)),
        format!("A{} x;", "<A".repeat(many)),
        format!("int a = A{}", "<A".repeat(many)),
        format!("int a = {}", "A<(".repeat(many)),
        "struct A { ".repeat(many),
        "namespace a { ".repeat(many),
        "template <typename T> ".repeat(many),
        "template <".repeat(many),
        "template <template ".repeat(many),
        "extern \"C\" ".repeat(many),
        "[[a(".repeat(many),
        format!("void f({}", "void g(".repeat(many)),
        format!("void f({}", "void (*g)(".repeat(many)),
        format!("int a = {}", "sizeof(".repeat(many)),
        format!("int a = {}", "sizeof ".repeat(many)),
        format!("int a = {}", "decltype(".repeat(many)),
        format!("int a = {}", "(A(*)(".repeat(many)),
        format!("int a = 1{};", " + 1".repeat(many)),
        format!("int a = b{};", ".c".repeat(many)),
        format!("int a = b{};", "()".repeat(many)),
        format!("int a = 1{};", ", 1".repeat(many)),
        format!("void f() {{ a{}; }}", ", 1".repeat(many)),
        format!("auto f() -> {} int;", "decltype(a) (*)() -> ".repeat(many)),
        "operator ".repeat(many),
        format!("void f() {{ {}", "struct A { void g() { ".repeat(many)),
        format!("int x = {}", "static_cast<A<".repeat(many)),
        format!("void f() {{ {}", "case 1: ".repeat(many)),
        format!("void f() {{ {} }}", "A<B<C>> (x), y; ".repeat(many / 10)),
    ];
    for text in &nested {
        let (_, messages) = parse_text(text);
        assert!(messages.len() <= 200, "{}", &text[..40]);
    }
    // Deep, but allowed.
    let (_, messages) = parse_text(&format!("int a = {}1{};", "(".repeat(200), ")".repeat(200)));
    assert!(messages.is_empty(), "{messages:?}");
    let (_, messages) = parse_text(&format!("int a = 1{};", " + 1".repeat(900)));
    assert!(messages.is_empty(), "{messages:?}");
    let (_, messages) = parse_text(&format!("int a = {}1;", "(".repeat(300)));
    assert_eq!(messages.len(), 1, "{messages:?}");
}

/// A small generator of random numbers with a fixed start.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit.max(1) as u64) as usize
    }
}

#[test]
fn damaged_sources_are_survived() {
    const PIECES: &[&str] = &[
        "(",
        ")",
        "{",
        "}",
        "[",
        "]",
        "<",
        ">",
        ">>",
        ";",
        ",",
        ":",
        "::",
        "...",
        "=",
        "*",
        "&&",
        "~",
        "operator",
        "template",
        "typename",
        "struct",
        "enum",
        "decltype",
        "auto",
        "[[",
        "]]",
        "if",
        "for",
        "case",
        "0x",
        "'",
        "\"",
        "using",
        "namespace",
        "typedef",
        "const",
        "device",
        "sizeof",
        "A",
        "x",
        "class",
        "public:",
        "friend",
        "this",
    ];
    let mut random = Random(0x1234_5678_9abc_def1);
    for text in CONSTRUCTS.iter().chain(CASES.iter().map(|(text, _)| text)) {
        let words: Vec<&str> = text.split_inclusive([' ', ';', '(', '<', '{', '}', ')', '>', ',']).collect();
        for round in 0..40 {
            let mut damaged: Vec<&str> = words.clone();
            if round % 4 == 0 {
                damaged.truncate(random.below(words.len()));
            }
            for _ in 0..1 + random.below(3) {
                let at = random.below(damaged.len() + 1);
                match random.below(3) {
                    0 if at < damaged.len() => drop(damaged.remove(at)),
                    1 if at < damaged.len() => damaged[at] = PIECES[random.below(PIECES.len())],
                    _ => damaged.insert(at, PIECES[random.below(PIECES.len())]),
                }
            }
            parse_text(&damaged.join(" "));
        }
    }
}
