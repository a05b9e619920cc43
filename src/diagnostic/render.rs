//! Diagnostics as text for people, drawn by ariadne.
//!
//! Knows nothing of where the text goes. Spans that a macro produced are shown at the call, with the path to the
//! definition as notes.

use super::Diagnostic;
use super::Severity;
use crate::source::SourceMap;
use crate::source::Span;
use ariadne::CharSet;
use ariadne::Color;
use ariadne::Config;
use ariadne::IndexType;
use ariadne::Label;
use ariadne::Report;
use ariadne::ReportKind;
use ariadne::Source;

type Place = (String, std::ops::Range<usize>);

fn place(map: &SourceMap, span: Span) -> Option<Place> {
    let (file, range) = map.spelling(map.call_site(span))?;
    // Where an empty span is meant (something is missing), one character shows it.
    let end = if range.is_empty() { (range.start + 1).min(map.file(file).text.len()) } else { range.end };
    Some((map.file(file).name.to_string(), range.start..end.max(range.start)))
}

/// Draws one diagnostic; ends with a line break.
#[must_use]
pub fn render(map: &SourceMap, diagnostic: &Diagnostic, color: bool) -> String {
    let kind = match diagnostic.severity {
        Severity::Error => ReportKind::Error,
        Severity::Warning => ReportKind::Warning,
        Severity::Note => ReportKind::Advice,
    };
    let Some(primary) = place(map, diagnostic.primary_span()) else {
        return render_plain(diagnostic);
    };
    let config = Config::default().with_color(color).with_char_set(CharSet::Unicode).with_index_type(IndexType::Byte);
    let mut report =
        Report::build(kind, primary).with_config(config).with_code(diagnostic.code).with_message(&diagnostic.message);
    for label in &diagnostic.labels {
        if let Some(place) = place(map, label.span) {
            let color = if label.primary { Color::Red } else { Color::Blue };
            // A label without a text would not be drawn at all.
            let text = if label.text.is_empty() { "here" } else { &label.text };
            let order = i32::from(!label.primary);
            report = report.with_label(Label::new(place).with_color(color).with_order(order).with_message(text));
        }
    }
    for expansion in map.backtrace(diagnostic.primary_span()) {
        let defined = map.location(expansion.definition.lo);
        let at = defined.map_or(String::new(), |at| format!(" (defined at {}:{})", at.file, at.line));
        report = report.with_note(format!("in the expansion of macro `{}`{at}", expansion.macro_name));
    }
    for note in &diagnostic.notes {
        report = report.with_note(note);
    }
    for help in &diagnostic.help {
        report = report.with_help(help);
    }
    let mut names: Vec<Place> = diagnostic.labels.iter().filter_map(|label| place(map, label.span)).collect();
    names.dedup_by(|a, b| a.0 == b.0);
    let cache = ariadne::sources(names.into_iter().map(|(name, _)| {
        let text = map.files().find(|(_, file)| *file.name == *name).map_or("", |(_, file)| &file.text);
        (name, Source::from(text.to_owned()).text().to_owned())
    }));
    let mut out = Vec::new();
    match report.finish().write(cache, &mut out) {
        Ok(()) => String::from_utf8_lossy(&out).lines().map(|line| format!("{}\n", line.trim_end())).collect(),
        Err(_) => render_plain(diagnostic),
    }
}

/// A diagnostic that has no place in a file.
fn render_plain(diagnostic: &Diagnostic) -> String {
    let mut out = format!("[{}] {}: {}\n", diagnostic.code, diagnostic.severity.name(), diagnostic.message);
    for note in &diagnostic.notes {
        out.push_str(&format!("  note: {note}\n"));
    }
    for help in &diagnostic.help {
        out.push_str(&format!("  help: {help}\n"));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::codes;

    #[test]
    fn places_are_underlined_and_plain_text_is_plain() {
        let mut map = SourceMap::new();
        let file = map.add("a.metal", "int x = y;\n", false).expect("small");
        let diagnostic = Diagnostic::error(codes::INTERNAL, "what", map.span(file, 8, 9)).help("do this");
        let text = render(&map, &diagnostic, false);
        assert!(!text.contains('\u{1b}'), "{text}");
        for part in ["[E0002] Error: what", "a.metal:1:9", "int x = y;", "here", "do this"] {
            assert!(text.contains(part), "{part} in {text}");
        }
    }
}
