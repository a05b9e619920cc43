//! Tests of the preprocessor, by area; expectations are written by hand from the rules of C++17 [cpp].

mod diagnostics;
mod expansion;
mod files;
mod robustness;

use super::*;
use crate::syntax::lexer;

/// A finished run.
struct Run {
    map: SourceMap,
    interner: Interner,
    tokens: Vec<Token>,
    diagnostics: Diagnostics,
}

impl Run {
    /// The spellings of the result without the end.
    fn spellings(&self) -> Vec<String> {
        let end = self.tokens.len() - 1;
        assert_eq!(self.tokens[end].kind, TokenKind::Eof);
        self.tokens[..end]
            .iter()
            .map(|token| {
                let text = token.spelling(&self.map, &self.interner);
                if let TokenKind::Pragma(_) = token.kind { format!("«{text}»") } else { text.to_owned() }
            })
            .collect()
    }

    /// Code and message of each diagnostic.
    fn messages(&self) -> Vec<String> {
        self.diagnostics.iter().map(|d| format!("{} {}", d.code, d.message)).collect()
    }
}

fn run_with(text: &str, files: &dyn FileLoader, options: &PreprocessorOptions) -> Run {
    let mut map = SourceMap::new();
    let main = map.add("main.metal", text, false).unwrap();
    let mut interner = Interner::default();
    let mut diagnostics = Diagnostics::default();
    let result = preprocess(&mut map, &mut interner, main, options, files, &mut diagnostics);
    Run { map, interner, tokens: result.tokens, diagnostics }
}

fn run(text: &str) -> Run {
    run_with(text, &NoFiles, &PreprocessorOptions::default())
}

/// The spellings of a text's own tokens.
fn spellings(text: &str) -> Vec<String> {
    let mut map = SourceMap::new();
    let file = map.add("expected", text, false).unwrap();
    let mut interner = Interner::default();
    let tokens = lexer::raw_tokens(&map, file, &mut interner);
    tokens[..tokens.len() - 1].iter().map(|token| token.spelling(&map, &interner).to_owned()).collect()
}

/// The result has these tokens, and nothing was reported.
#[track_caller]
fn check(text: &str, expected: &str) {
    let run = run(text);
    assert_eq!(run.messages(), Vec::<String>::new(), "{text}");
    assert_eq!(run.spellings(), spellings(expected), "{text}");
}

/// Whether a condition holds.
#[track_caller]
fn check_condition(condition: &str, expected: bool) {
    check(&format!("#if {condition}\nyes\n#else\nno\n#endif"), if expected { "yes" } else { "no" });
}
