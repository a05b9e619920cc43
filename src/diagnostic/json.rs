//! Diagnostics as JSON, one object a line: the contract of `--format json`.

use super::Diagnostic;
use super::ThreadPosition;
use crate::source::SourceMap;
use serde::Serialize;

#[derive(Serialize)]
struct JsonSpan {
    file: String,
    line: u32,
    column: u32,
    end_line: u32,
    end_column: u32,
    label: String,
    primary: bool,
}

#[derive(Serialize)]
struct JsonDiagnostic<'a> {
    severity: &'static str,
    code: &'static str,
    message: &'a str,
    spans: Vec<JsonSpan>,
    #[serde(skip_serializing_if = "Option::is_none")]
    thread: Option<ThreadPosition>,
    #[serde(skip_serializing_if = "Option::is_none")]
    other_thread: Option<ThreadPosition>,
    notes: Vec<&'a str>,
}

/// One diagnostic as one line of JSON, without the line break.
#[must_use]
pub fn to_json(map: &SourceMap, diagnostic: &Diagnostic) -> String {
    let spans = diagnostic
        .labels
        .iter()
        .filter_map(|label| {
            let span = map.call_site(label.span);
            let start = map.location(span.lo)?;
            let end = map.location(span.hi)?;
            Some(JsonSpan {
                file: start.file.to_string(),
                line: start.line,
                column: start.column,
                end_line: end.line,
                end_column: end.column,
                label: label.text.clone(),
                primary: label.primary,
            })
        })
        .collect();
    let notes = diagnostic.notes.iter().chain(&diagnostic.help).map(String::as_str).collect();
    let object = JsonDiagnostic {
        severity: diagnostic.severity.name(),
        code: diagnostic.code.0,
        message: &diagnostic.message,
        spans,
        thread: diagnostic.thread,
        other_thread: diagnostic.other_thread,
        notes,
    };
    serde_json::to_string(&object).expect("plain data serialises")
}
