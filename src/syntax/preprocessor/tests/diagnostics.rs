use super::*;

/// The codes reported, in order, and the spelling of each primary place.
#[track_caller]
fn check_codes(text: &str, expected: &[(&str, &str)]) -> Run {
    let run = run(text);
    let found: Vec<(String, String)> =
        run.diagnostics.iter().map(|d| (d.code.to_string(), run.map.text(d.primary_span()).to_owned())).collect();
    let expected: Vec<(String, String)> = expected.iter().map(|(a, b)| ((*a).into(), (*b).into())).collect();
    assert_eq!(found, expected, "{text}\n{:?}", run.messages());
    run
}

#[test]
fn lexical_errors() {
    check_codes("a @ b", &[("E0101", "@")]);
    check_codes("\u{201c}text\u{201d}", &[("E0101", "\u{201c}"), ("E0101", "\u{201d}")]);
    check_codes("a \"open\nb", &[("E0102", "\"open")]);
    check_codes("'open\n", &[("E0102", "'open")]);
    check_codes("R\"x(open", &[("E0102", "R\"")]);
    check_codes("a /* open", &[("E0103", "/*")]);
    check_codes("#if 0\n/* open\n#endif", &[("E0103", "/*"), ("E0205", "if")]);
    check_codes("#define X don't\nfine", &[]);
    check_codes("#error don't\n#pragma mark don't", &[("E0207", "#error")]);
}

#[test]
fn directive_errors() {
    check_codes("#bogus\n", &[("E0201", "bogus")]);
    let run = check_codes("#inlcude <a>\n", &[("E0201", "inlcude")]);
    assert_eq!(run.diagnostics.iter().next().unwrap().fixes[0].replacement, "include");
    check_codes("#+\n", &[("E0201", "+")]);
    check_codes(
        "#define\n#undef 1\n#ifdef\n#endif\n#define and\n",
        &[("E0202", "define"), ("E0202", "1"), ("E0202", "ifdef"), ("E0202", "and")],
    );
    check_codes(
        "#include\n#include foo\n#include <foo\n",
        &[("E0202", "include"), ("E0202", "foo"), ("E0202", "<foo")],
    );
    check_codes("#include <nope>\n#include \"nope.h\"", &[("E0203", "<nope>"), ("E0203", "\"nope.h\"")]);
    check_codes("#line x\n#line 0x10\n#line 1 x\n", &[("E0202", "x"), ("E0202", "0x10"), ("E0202", "x")]);
    check_codes("#warning careful: a  b // c\n", &[("E0208", "#warning")]);
    check_codes("#ifdef A B\n#else C\n#endif D\n", &[("E0217", "B"), ("E0217", "C"), ("E0217", "D")]);
    check_codes(
        "#pragma whatever x\n#pragma clang diagnostic push\n#pragma METAL internals : enable\n",
        &[("E0215", "whatever x")],
    );
    check_codes("_Pragma(x) y\n_Pragma y", &[("E0216", "_Pragma"), ("E0216", "_Pragma")]);
}

#[test]
fn conditional_errors() {
    let run = check_codes("#if 1\n#ifdef X\n#else\n", &[("E0205", "ifdef"), ("E0205", "if")]);
    assert_eq!(run.diagnostics.iter().next().unwrap().labels.len(), 3);
    check_codes("#endif\n#else\n#elif 1\n", &[("E0205", "endif"), ("E0205", "else"), ("E0205", "elif")]);
    check_codes("#if 1\n#else\n#else\n#elif 1\n#endif", &[("E0205", "else"), ("E0205", "elif")]);
    check_codes("#if 0\n#else\na\n#else\nb\n#endif", &[("E0205", "else")]);
    for (condition, place) in [
        ("1 +", ""),
        ("(1", ""),
        ("1)", ")"),
        ("1 2", "2"),
        ("1.5", "1.5"),
        ("\"a\"", "\"a\""),
        ("1 / 0", "/"),
        ("F(1)", "F"),
        ("1 ? 2", ""),
        ("defined", "defined"),
        ("defined(", "defined"),
        ("a = 1", "="),
        ("''", "''"),
        ("0x", "0x"),
        ("@", "@"),
    ] {
        let run = super::run(&format!("#if {condition}\nx\n#endif"));
        let first = run.diagnostics.iter().next().expect(condition);
        assert_eq!(first.code.0, "E0206", "{condition}");
        assert_eq!(run.map.text(first.primary_span()), place, "{condition}");
        assert!(run.spellings().is_empty(), "{condition}");
    }
    check_codes("#if\n#endif", &[("E0206", "if")]);
}

#[test]
fn macro_errors() {
    for (definition, place) in [
        ("f(", "("),
        ("f(a", ""),
        ("f(a b) x", "b"),
        ("f(a,) x", ")"),
        ("f(a,a) x", "a"),
        ("f(...,a) x", ","),
        ("f(x) #y", "y"),
        ("f(x) #", "#"),
        ("f(x) ## x", "##"),
        ("f(x) x ##", "##"),
        ("o ## a", "##"),
        ("defined 1", "defined"),
        ("__VA_ARGS__ 1", "__VA_ARGS__"),
        ("f(__VA_ARGS__) 1", "__VA_ARGS__"),
        ("f(...) __VA_OPT__", "__VA_OPT__"),
        ("f(...) __VA_OPT__(__VA_OPT__(a))", "__VA_OPT__"),
        ("f(x) __VA_ARGS__", "__VA_ARGS__"),
        ("f(...) __VA_OPT__(## a)", "##"),
    ] {
        let run = run(&format!("#define {definition}\n"));
        let first = run.diagnostics.iter().next().expect(definition);
        assert_eq!(first.code.0, "E0209", "{definition}");
        let text = run.map.text(first.primary_span());
        assert!(text == place || place == "(" && text.is_empty(), "{definition}: {text}");
    }
    let run = check_codes("#define N 1\n#define N 2\nN", &[("E0210", "N")]);
    assert_eq!(run.spellings(), ["2"]);
    let warning = run.diagnostics.iter().next().unwrap();
    let lines: Vec<u32> = warning.labels.iter().map(|l| run.map.location(l.span.lo).unwrap().line).collect();
    assert_eq!(lines, [2, 1]);
    check_codes("#define N(a)  a  + 1\n#define N(a) a /**/ + 1\n", &[]);
    check_codes(
        "#define N(a) a+1\n#define N(a) a +1\n#define N(b) b +1\n#define N 1\n",
        &[("E0210", "N"), ("E0210", "N"), ("E0210", "N")],
    );
    check_codes("#define __LINE__ 3\n#undef __FILE__\n", &[("E0210", "__LINE__"), ("E0210", "__FILE__")]);
    check_codes("#define c(a,b) a##b\nc(+,/) c(a,\"s\") c(/,/)", &[("E0213", "##"), ("E0213", "##"), ("E0213", "##")]);
}

#[test]
fn call_errors() {
    let run = check_codes(
        "#define f(a, b) [a|b]\nf(1) f(1,2,3) f()",
        &[("E0211", "f(1)"), ("E0211", "f(1,2,3)"), ("E0211", "f()")],
    );
    let first = run.diagnostics.iter().next().unwrap();
    assert!(first.message.contains("`f` takes 2 arguments, but 1 is given"), "{}", first.message);
    assert!(first.notes[0].contains("(a, b)"));
    assert_eq!(run.map.text(first.labels[1].span), "f");
    check_codes("#define z() 0\nz(1) z(,)", &[("E0211", "z(1)"), ("E0211", "z(,)")]);
    check_codes("#define v(a, b, ...) 0\nv(1)", &[("E0211", "v(1)")]);
    check_codes("#define f(a) a\nf(1, ", &[("E0212", "f")]);
    check_codes("#define f(a) a\n#define g f(\ng 1", &[("E0212", "f")]);
    check_codes("#define f(a) a\nf(\n#include <x>\n1)", &[("E0202", "include")]);
}

#[test]
fn limits() {
    let mut text = String::new();
    for step in 0..40 {
        text.push_str(&format!("#define A{step} A{} A{}\n", step + 1, step + 1));
    }
    let limits = Limits { work: 200_000, expansions: 50_000, output: 50_000, ..Limits::default() };
    let options = PreprocessorOptions { limits, ..PreprocessorOptions::default() };
    for last in ["#define A40\n", "#define A40 x\n"] {
        let run = run_with(&format!("{text}{last}A0"), &NoFiles, &options);
        assert_eq!(run.messages().len(), 1, "{:?}", run.messages());
        assert!(run.messages()[0].starts_with("E0214"));
    }
    let files = MemoryFiles::default().with("s.h", "#include \"s.h\"\n#include \"s.h\"\n");
    let run = run_with("#include \"s.h\"", &files, &options);
    assert!(run.messages()[0].starts_with("E0204") && run.messages().len() == 1, "{:?}", run.messages());
    let nested = format!("#define f(x) x\n#define g 1\n{}g{}", "f(".repeat(300), ")".repeat(300));
    assert!(super::run(&nested).messages()[0].starts_with("E0214"));
    // Deep, but not in calls: no limit.
    let plain = format!("{}1{}", "(".repeat(50_000), ")".repeat(50_000));
    assert_eq!(super::run(&format!("#define f(x) x\nf({plain})")).tokens.len(), 100_002);
    let deep = format!("#if {}1{}\n#endif", "(".repeat(5000), ")".repeat(5000));
    assert!(super::run(&deep).messages()[0].starts_with("E0206"));
    let signs = format!("#if {}1\n#endif", "!".repeat(50_000));
    assert!(super::run(&signs).messages()[0].starts_with("E0206"));
    // Each stringising doubles the backslashes.
    let quotes = format!("#define s(x) #x\n#define xs(x) s(x)\n{}\"\"{}", "xs(".repeat(60), ")".repeat(60));
    assert!(run_with(&quotes, &NoFiles, &options).messages()[0].starts_with("E0214"));
}

#[test]
fn every_code_has_an_explanation_with_both_examples() {
    use crate::diagnostic::codes::TABLE;
    for page in TABLE.iter().filter(|page| page.code.0.starts_with("E01") || page.code.0.starts_with("E02")) {
        assert!(page.text.matches("```").count() >= 4, "{}", page.code);
    }
}
