use super::*;

/// A small generator of numbers (xorshift), the same on each run.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }
}

const PIECES: [&str; 44] = [
    "#define ",
    "#undef ",
    "#if ",
    "#ifdef ",
    "#else\n",
    "#elif ",
    "#endif\n",
    "#include ",
    "#pragma ",
    "#line ",
    "#",
    "##",
    "f",
    "g",
    "x",
    "__VA_ARGS__",
    "__VA_OPT__",
    "...",
    "(",
    ")",
    ",",
    "\n",
    " ",
    "\\\n",
    "\"",
    "'",
    "R\"(",
    ")\"",
    "/*",
    "*/",
    "//",
    "<",
    ">",
    "1",
    "0x1p+",
    "defined",
    "__has_include",
    "_Pragma(\"",
    "\u{e9}",
    "\u{201c}",
    "\u{feff}",
    "%:",
    "<::",
    "\r\n",
];

fn never_panics(text: &str) {
    let limits = Limits { work: 20_000, expansions: 2_000, output: 5_000, ..Limits::default() };
    let options = PreprocessorOptions { limits, ..PreprocessorOptions::default() };
    let files = MemoryFiles::default().with("f", "#define f(x) x g\nf(1").with_library("g", "#include \"f\"\n");
    let run = run_with(text, &files, &options);
    for token in &run.tokens {
        // Every place can be shown.
        let _ = run.map.location(token.span.lo);
        assert!(run.map.backtrace(token.span).count() < 10_000);
    }
    for diagnostic in run.diagnostics.iter() {
        let _ = crate::diagnostic::json::to_json(&run.map, diagnostic);
    }
}

#[test]
fn random_pieces() {
    let mut random = Random(0x9e37_79b9);
    for _ in 0..3000 {
        let length = random.below(60);
        let text: String = (0..length).map(|_| PIECES[random.below(PIECES.len())]).collect();
        never_panics(&text);
    }
}

#[test]
fn random_bytes() {
    let mut random = Random(0x1234_5678_9abc_def1);
    for _ in 0..1000 {
        let bytes: Vec<u8> = (0..random.below(200)).map(|_| random.next() as u8).collect();
        never_panics(&String::from_utf8_lossy(&bytes));
    }
}

#[test]
fn truncations() {
    let text = "#define CAT(a, b...) a ## b /* c */ #b\n#if defined(X) || (1 ? 'a' : 2u) > 0\nCAT(x, \"y\\n\" R\"q(z)q\") \\\n 1.5e+3f\n\
                #elif __has_include(<g>)\n#endif\n#include <g>\n_Pragma(\"unroll(2)\") \u{e9}t\u{e9} <:: a->*b // end\n#define V(...) __VA_OPT__(a ## __VA_ARGS__)\nV(V(1), f(2))\n";
    for end in (0..text.len()).filter(|end| text.is_char_boundary(*end)) {
        never_panics(&text[..end]);
        never_panics(&text[end..]);
    }
}
