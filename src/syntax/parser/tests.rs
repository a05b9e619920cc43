//! Sources with the trees expected of them.

mod census;
mod errors;
mod trees;

use super::Names;
use super::parse;
use crate::diagnostic::Diagnostics;
use crate::source::SourceMap;
use crate::syntax::ast::dump::dump;
use crate::syntax::lexer::tokenize;
use crate::syntax::token::Interner;

/// The dump of a source, and its diagnostics as `line:column code message`.
fn parse_text(text: &str) -> (String, Vec<String>) {
    let mut map = SourceMap::new();
    let mut interner = Interner::default();
    let mut diagnostics = Diagnostics::default();
    let file = map.add("t.metal", text, false).unwrap();
    let tokens = tokenize(&map, file, &mut interner, &mut diagnostics);
    let mut names = Names::new(&mut interner);
    let unit = parse(&tokens, &interner, &mut names, &mut diagnostics);
    let messages = diagnostics
        .iter()
        .map(|diagnostic| {
            let at = map.location(diagnostic.primary_span().lo);
            let at = at.map_or("?".into(), |at| format!("{}:{}", at.line, at.column));
            format!("{at} {} {}", diagnostic.code, diagnostic.message)
        })
        .collect();
    (dump(&unit, &interner), messages)
}

/// Parses without a complaint to this dump (indentation of the expectation as a whole doesn't matter).
#[track_caller]
fn check(text: &str, expected: &str) {
    let (tree, messages) = parse_text(text);
    assert_eq!(messages, Vec::<String>::new(), "{text}\n{tree}");
    assert_eq!(tree.trim_end(), undent(expected), "{text}");
}

fn undent(text: &str) -> String {
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    let margin = lines.iter().map(|line| line.len() - line.trim_start().len()).min().unwrap_or(0);
    lines.iter().map(|line| &line[margin..]).collect::<Vec<_>>().join("\n")
}
