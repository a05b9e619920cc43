//! Lexer and preprocessor, with a few files to include.

use deburr::diagnostic::Diagnostics;
use deburr::diagnostic::json;
use deburr::diagnostic::render;
use deburr::source::SourceMap;
use deburr::syntax::preprocessor::Limits;
use deburr::syntax::preprocessor::MemoryFiles;
use deburr::syntax::preprocessor::PreprocessorOptions;
use deburr::syntax::preprocessor::preprocess;
use deburr::syntax::token::Interner;
use deburr::syntax::token::TokenKind;
use deburr::syntax::token::dump;

/// What the preprocessor looks for.
pub const DICTIONARY: &[&str] = &[
    "#define ",
    "#undef ",
    "#if ",
    "#ifdef ",
    "#ifndef ",
    "#elif ",
    "#else\n",
    "#endif\n",
    "#include \"a.h\"\n",
    "#include <b>\n",
    "#import ",
    "#include_next ",
    "#pragma once\n",
    "#pragma unroll",
    "#line 5\n",
    "#error ",
    "defined(",
    "__VA_ARGS__",
    "__VA_OPT__(",
    "__has_include(",
    "__LINE__",
    "__COUNTER__",
    "_Pragma(\"",
    "#",
    "##",
    "(",
    ")",
    ",",
    "...",
    "\\\n",
    "/*",
    "*/",
    "//",
    "\"",
    "'",
    "R\"x(",
    ")x\"",
    "0x1p+3",
    "1'0",
    "<::",
    "%:%:",
    "\u{feff}",
    "\u{e9}",
    "\\u00e9",
    "\r\n",
    "f(",
    "A ",
    "? :",
    "/ 0",
];

/// Preprocesses the bytes and looks at everything that comes out.
pub fn run(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let mut map = SourceMap::new();
    let Some(main) = map.add("main.metal", &*text, false) else { return };
    let files = MemoryFiles::default()
        .with("a.h", "#define A A B\n#define f(x, ...) x ## 1 #x f(x) __VA_OPT__(,) __VA_ARGS__\nf(1")
        .with("main.metal", &*text)
        .with_library("b", "#pragma once\n#include \"a.h\"\n#define B A f(A)\n");
    let limits = Limits { work: 100_000, expansions: 10_000, output: 20_000, include_depth: 20, ..Limits::default() };
    let options = PreprocessorOptions { limits, ..PreprocessorOptions::default() };
    let mut interner = Interner::default();
    let mut diagnostics = Diagnostics::default();
    let result = preprocess(&mut map, &mut interner, main, &options, &files, &mut diagnostics);

    let end = result.tokens.last().map(|token| token.kind);
    assert_eq!(end, Some(TokenKind::Eof), "the stream ends");
    let inner = &result.tokens[..result.tokens.len() - 1];
    assert!(!inner.iter().any(|token| matches!(token.kind, TokenKind::Eof | TokenKind::Stray(_))));
    for token in inner {
        assert!(map.location(token.span.lo).is_some(), "each token lies in a file");
        assert!(map.location(map.call_site(token.span).lo).is_some(), "and so does the outermost call");
    }
    let few = &inner[..inner.len().min(50)];
    assert_eq!(dump(&map, &interner, few).lines().count(), few.len());
    for diagnostic in diagnostics.iter().take(5) {
        let _ = json::to_json(&map, diagnostic);
        let _ = render::render(&map, diagnostic, false);
    }
}
