//! Showing diagnostics and deriving exit codes from them.

use crate::args::Format;
use crate::exit;
use deburr::diagnostic::Blame;
use deburr::diagnostic::Diagnostic;
use deburr::diagnostic::Severity;
use deburr::diagnostic::json;
use deburr::diagnostic::render;
use deburr::source::SourceMap;
use std::io::IsTerminal;
use std::io::Write;

/// Writes for people.
pub struct Reporter<'a> {
    err: &'a mut dyn Write,
    color: bool,
}

impl<'a> Reporter<'a> {
    /// Colours only on a terminal, and only if they are wanted at all.
    pub fn new(err: &'a mut dyn Write, color: bool) -> Self {
        Self { err, color: color && std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none() }
    }

    /// One line about the call itself.
    pub fn say(&mut self, line: &str) {
        let _ = writeln!(self.err, "deburr: {line}");
    }

    /// A diagnostic.
    pub fn diagnostic(&mut self, map: &SourceMap, diagnostic: &Diagnostic) {
        let _ = self.err.write_all(render::render(map, diagnostic, self.color).as_bytes());
    }
}

/// Shows diagnostics in a format: people read standard error, JSON goes to standard output.
pub fn show(map: &SourceMap, diagnostics: &[Diagnostic], format: Format, out: &mut dyn Write, err: &mut dyn Write) {
    match format {
        Format::Human => {
            let mut reporter = Reporter::new(err, true);
            for diagnostic in diagnostics {
                reporter.diagnostic(map, diagnostic);
            }
        }
        Format::Json => {
            for diagnostic in diagnostics {
                let _ = writeln!(out, "{}", json::to_json(map, diagnostic));
            }
        }
        Format::Sarif => {
            let _ = writeln!(out, "{}", sarif(map, diagnostics));
        }
    }
}

/// A SARIF 2.1.0 log.
fn sarif(map: &SourceMap, diagnostics: &[Diagnostic]) -> serde_json::Value {
    let results: Vec<_> = diagnostics
        .iter()
        .map(|diagnostic| {
            let span = map.call_site(diagnostic.primary_span());
            let locations: Vec<_> = map
                .location(span.lo)
                .zip(map.location(span.hi))
                .map(|(start, end)| {
                    serde_json::json!({"physicalLocation": {
                        "artifactLocation": {"uri": &*start.file},
                        "region": {"startLine": start.line, "startColumn": start.column,
                                   "endLine": end.line, "endColumn": end.column}}})
                })
                .into_iter()
                .collect();
            let level = match diagnostic.severity {
                Severity::Error => "error",
                Severity::Warning => "warning",
                Severity::Note => "note",
            };
            serde_json::json!({"ruleId": diagnostic.code.0, "level": level,
                               "message": {"text": diagnostic.message}, "locations": locations})
        })
        .collect();
    serde_json::json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0",
        "runs": [{"tool": {"driver": {"name": "deburr", "version": env!("CARGO_PKG_VERSION"), "rules": []}},
                  "results": results}]})
}

/// The exit code of compile-time diagnostics: the worst kind decides.
pub fn compile_exit_code(diagnostics: &[Diagnostic]) -> u8 {
    let errors = || diagnostics.iter().filter(|diagnostic| diagnostic.severity == Severity::Error);
    if errors().any(|diagnostic| diagnostic.blame == Blame::Internal) {
        exit::INTERNAL
    } else if errors().any(|diagnostic| diagnostic.blame == Blame::Program) {
        exit::WRONG
    } else if errors().any(|diagnostic| diagnostic.blame == Blame::Unsupported) {
        exit::UNSUPPORTED
    } else {
        exit::FINE
    }
}
