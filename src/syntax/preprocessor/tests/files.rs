use super::*;

fn check_files(files: &MemoryFiles, options: &PreprocessorOptions, text: &str, expected: &str) {
    let run = run_with(text, files, options);
    assert_eq!(run.messages(), Vec::<String>::new(), "{text}");
    assert_eq!(run.spellings(), spellings(expected), "{text}");
}

#[test]
fn look_up_order() {
    let files = MemoryFiles::default()
        .with("a.h", "own_a")
        .with("inc1/a.h", "inc1_a")
        .with("inc1/b.h", "inc1_b #include_is_no_directive_here\n#include \"c.h\"")
        .with("inc1/c.h", "inc1_c")
        .with("inc2/a.h", "inc2_a")
        .with("inc2/metal_stdlib", "user_stdlib")
        .with("deep/er/Shared.h", "shared")
        .with("c.h", "own_c")
        .with_library("metal_stdlib", "#include <metal_math>\n#include \"metal_types\"\nlib")
        .with_library("metal_math", "math")
        .with_library("metal_types", "types")
        .with_library("simd/simd.h", "#include \"vector.h\"")
        .with_library("simd/vector.h", "vector");
    let options = PreprocessorOptions {
        include_directories: vec!["inc1".into(), "inc2".into()],
        ..PreprocessorOptions::default()
    };
    let none = PreprocessorOptions::default();
    check_files(&files, &options, "#include \"a.h\"\n#include <a.h>", "own_a inc1_a");
    check_files(&files, &options, "#include <b.h>", "inc1_b #include_is_no_directive_here inc1_c");
    check_files(&files, &options, "#include <metal_stdlib>", "user_stdlib");
    check_files(&files, &none, "#include <metal_stdlib>\n#include <simd/simd.h>", "math types lib vector");
    check_files(&files, &none, "#include \"metal_math\"", "math");
    check_files(&files, &none, "#include \"Shared.h\"\n#include \"x/../Shared.h\"", "shared shared");
    check_files(&files, &none, "#define H <metal_math>\n#define Q \"a.h\"\n#include H\n#include Q", "math own_a");
    check_files(&files, &none, "#define X(n) <metal_##n>\n#include X(math)", "math");
    check_files(
        &files,
        &none,
        "#if __has_include(<metal_math>) && __has_include(\"a.h\") && !__has_include(<nope>)\nyes\n#endif",
        "yes",
    );
    check_files(&files, &none, "#define H <metal_math>\n#if __has_include(H)\nyes\n#endif", "yes");
}

#[test]
fn include_next() {
    let files = MemoryFiles::default()
        .with("i1/x.h", "one\n#include_next <x.h>")
        .with("i2/x.h", "two\n#include_next <x.h>")
        .with_library("x.h", "three");
    let options =
        PreprocessorOptions { include_directories: vec!["i1".into(), "i2".into()], ..PreprocessorOptions::default() };
    check_files(&files, &options, "#include <x.h>", "one two three");
}

#[test]
fn once_and_again() {
    let files = MemoryFiles::default()
        .with("once.h", "#pragma once\nonce")
        .with("guard.h", "#ifndef G\n#define G\nguard\n#endif")
        .with("x.h", "X(red) X(green)\n#undef X")
        .with("plain.h", "plain");
    let none = PreprocessorOptions::default();
    check_files(
        &files,
        &none,
        "#include \"once.h\"\n#include \"./once.h\"\n#include \"guard.h\"\n#include \"guard.h\"",
        "once guard",
    );
    check_files(&files, &none, "#import \"plain.h\"\n#import \"plain.h\"\n#include \"plain.h\"", "plain");
    check_files(&files, &none, "#include \"plain.h\"\n#import \"plain.h\"", "plain");
    check_files(
        &files,
        &none,
        "enum E {\n#define X(n) n,\n#include \"x.h\"\n};\n#define X(n) #n,\n#include \"x.h\"",
        "enum E { red, green, }; \"red\", \"green\",",
    );
    // A call is not continued behind the end of a file.
    let files = MemoryFiles::default().with("f.h", "f");
    check_files(&files, &none, "#define f(x) <x>\n#include \"f.h\"\n(1)", "f (1)");
    check_files(&files, &none, "#pragma once\nmain", "main");
}

#[test]
fn command_line() {
    let options = PreprocessorOptions {
        macros: vec![
            CommandLineMacro::Define("A".into()),
            CommandLineMacro::Define("B=x y".into()),
            CommandLineMacro::Define("F(x)=[x]".into()),
            CommandLineMacro::Define("E=".into()),
            CommandLineMacro::Undefine("__METAL_MACOS__".into()),
        ],
        forced_includes: vec!["<lib>".into(), "first.h".into()],
        ..PreprocessorOptions::default()
    };
    let files = MemoryFiles::default().with("first.h", "first A").with_library("lib", "lib");
    check_files(&files, &options, "A B F(2) E __METAL_MACOS__", "lib first 1 1 x y [2] __METAL_MACOS__");
}

#[test]
fn predefined() {
    let with = |std: &str, text: &str, expected: &str| {
        let dialect = Dialect::from_std(std).unwrap();
        let options = PreprocessorOptions { dialect, ..PreprocessorOptions::default() };
        check_files(&MemoryFiles::default(), &options, text, expected);
    };
    with(
        "metal4.0",
        "__METAL_VERSION__ __cplusplus __METAL__ __METAL_MACOS__ __METAL_IOS__",
        "400 201703L 1 1 __METAL_IOS__",
    );
    with("metal3.2", "__METAL_VERSION__ __cplusplus __HAVE_BFLOAT__ __HAVE_TENSOR__", "320 201402L 1 __HAVE_TENSOR__");
    with(
        "ios-metal2.2",
        "__METAL_VERSION__ __METAL__ __METAL_IOS__ __METAL_MACOS__",
        "220 __METAL__ 1 __METAL_MACOS__",
    );
    with("metal3.1", "__APPLE__ __clang__ __FAST_MATH__ __METAL_MAYBE_FAST_MATH__", "1 1 1 1");
}

/// Census 17 and 18: headers shared with the host.
#[test]
fn shared_headers() {
    let files = MemoryFiles::default()
        .with("stdbool.h", "#ifndef __cplusplus\n#define bool _Bool\n#endif")
        .with("Shared.h", "#ifdef __METAL_VERSION__\n#define NS_ENUM(t, n) enum n : t n; enum n : t\ntypedef int NSInteger;\n#else\n#import <Foundation/Foundation.h>\n#endif\ntypedef NS_ENUM(NSInteger, Buf) { BufA = 0, BufB };");
    check_files(
        &files,
        &PreprocessorOptions::default(),
        "#include \"stdbool.h\"\n#import \"Shared.h\"\nbool",
        "typedef int NSInteger; typedef enum Buf : NSInteger Buf; enum Buf : NSInteger { BufA = 0, BufB }; bool",
    );
}

#[test]
fn macros_outlive_a_run() {
    let mut map = SourceMap::new();
    let mut interner = Interner::default();
    let mut diagnostics = Diagnostics::default();
    let files = MemoryFiles::default().with_library("lib", "#pragma once\n#define M_PI_F 3.14f\nint f();");
    let library = map.add("<prelude>", "#include <lib>", true).unwrap();
    let options = PreprocessorOptions::default();
    let first = preprocess(&mut map, &mut interner, library, &options, &files, &mut diagnostics);
    let options = PreprocessorOptions { initial_macros: Some(first.macros), ..options };
    let main = map.add("main.metal", "#include <lib>\nM_PI_F __LINE__ __METAL_VERSION__", false).unwrap();
    let second = preprocess(&mut map, &mut interner, main, &options, &files, &mut diagnostics);
    let texts: Vec<_> = second.tokens.iter().map(|token| token.spelling(&map, &interner)).collect();
    assert_eq!(texts, ["3.14f", "2", "400", ""]);
}

#[test]
fn conditionals() {
    check("#if 0\na\n#elif 1\nb\n#elif 1\nc\n#else\nd\n#endif", "b");
    check("#ifdef N\na\n#else\nb\n#endif\n#ifndef N\nc\n#endif", "b c");
    check("#define N\n#if 0\n#elifdef N\nb\n#else\nd\n#endif\n#if 0\n#elifndef N\nx\n#else\ny\n#endif", "b y");
    check("#if 1\n#if 0\na\n#else\nb\n#endif\nc\n#else\n#if 1\nd\n#endif\n#endif", "b c");
    // Skipped text may be anything, and skipped conditions are not looked at.
    check(
        "#if 0\ndon't \"panic @ `\n#bogus directive\n#error no\n#include <nope>\n#if (\n#elif )\n#else what\n#endif\n#define N 1\n#endif\nN",
        "N",
    );
    check("#if 1\nok\n#elif (((\n#elif 1/0\n#endif", "ok");
    check("#\n# /* nothing */\n  #  define N 1\nN", "1");
    check("/* */ # /* */ define /* */ N /*\n*/ 1 // c\nN", "1");
    check("%:define N 2\nN", "2");
    check("#define HASH #\nHASH define X 1\nX", "# define X 1 X");
    check("a # define\n", "a # define");
}

#[test]
fn conditions() {
    for (condition, expected) in [
        ("1", true),
        ("0", false),
        ("2 > 1 && 1 < 2", true),
        ("1 + 2 * 3 == 7", true),
        ("(1 + 2) * 3 == 9", true),
        ("10 - 2 - 3 == 5", true),
        ("100 / 10 / 5 == 2", true),
        ("-7 / 2 == -3 && -7 % 2 == -1", true),
        ("-1 < 0", true),
        ("-1 < 0u", false),
        ("-1 > 0u", true),
        ("(0 ? 0u : -1) > 0", true),
        ("~0 == -1", true),
        ("~0u == 0xFFFFFFFFFFFFFFFF", true),
        ("1 << 40 == 0x10000000000", true),
        ("-8 >> 1 == -4", true),
        ("1 ? 2 ? 0 : 1 : 1", false),
        ("0 || 0 || 1", true),
        ("1 || 1 / 0", true),
        ("0 && 1 / 0", false),
        ("1 ? 1 : 1 / 0", true),
        ("!defined X && !defined(X)", true),
        ("defined __METAL_VERSION__", true),
        ("undefined_name", false),
        ("true && !false", true),
        ("'A' == 65 && '\\n' == 10", true),
        ("1 and not 0", true),
        ("1 bitand 3 xor 1", false),
        ("__METAL_VERSION__ >= 310", true),
        ("0x7fffffffffffffff + 1 < 0", true),
        ("(2, 1)", true),
        ("__has_feature(cxx_variadic_templates)", true),
        ("__has_feature(cxx_exceptions)", false),
        ("__has_attribute(__packed__) && __has_attribute(always_inline)", true),
        ("__has_builtin(__builtin_nope)", false),
        ("__has_cpp_attribute(nodiscard) >= 201603", true),
        ("defined(__has_include)", true),
        ("1 == 1L && 1uLL", true),
        ("3 & 1 | 4 ^ 4", true),
        ("1'000 == 1000 && 0b11 == 3 && 010 == 8", true),
        ("5 == 5 == 1", true),
    ] {
        check_condition(condition, expected);
    }
    check("#define IS defined X\n#define X\n#define F(a,b) (a > b)\n#if IS && F(2,1)\nyes\n#endif", "yes");
    check("#define E\n#if E 1 E\nyes\n#endif", "yes");
}

#[test]
fn pushed_macros() {
    check(
        "#define N 1\n#pragma push_macro(\"N\")\n#undef N\n#define N 2\nN\n#pragma pop_macro(\"N\")\nN\n#pragma push_macro(\"Q\")\n#define Q 3\n#pragma pop_macro(\"Q\")\nQ",
        "2 1 Q",
    );
}
