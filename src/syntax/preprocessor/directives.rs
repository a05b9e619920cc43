//! The directives: reading their lines and carrying them out.

use super::Preprocessor;
use super::conditionals::line_end;
use super::pragmas::PragmaOrigin;
use super::search::IncludeForm;
use super::stream::Item;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::codes;
use crate::syntax::token::Punct;
use crate::syntax::token::Token;
use crate::syntax::token::TokenKind;
use std::sync::Arc;

/// All directives, to guess what a misspelt one was meant to be.
const DIRECTIVES: [&str; 20] = [
    "define",
    "undef",
    "include",
    "import",
    "include_next",
    "if",
    "ifdef",
    "ifndef",
    "elif",
    "elifdef",
    "elifndef",
    "else",
    "endif",
    "line",
    "error",
    "warning",
    "pragma",
    "ident",
    "assert",
    "sccs",
];

impl Preprocessor<'_> {
    /// Carries out the directive whose `#` has just been read; gives the token of a pragma that later stages get.
    pub(super) fn directive(&mut self, hash: Token) -> Option<Token> {
        let frame = self.file_frame()?;
        let tokens = Arc::clone(&frame.tokens);
        let start = frame.at;
        let end = line_end(&tokens, start);
        frame.at = end;
        self.charge(end - start + 1, hash.span);
        // `#` alone on a line does nothing.
        let (&word, line) = tokens[start..end].split_first()?;
        let TokenKind::Ident(symbol) = word.kind else {
            if let TokenKind::Number(_) = word.kind {
                // `# 33 "file"`: what preprocessors write into their output.
                self.line_directive(&tokens[start..end], word);
            } else {
                let spelling = self.spelling(word).to_owned();
                let message = format!("a directive has to follow `#`, not `{spelling}`");
                self.diagnostics.push(Diagnostic::error(codes::UNKNOWN_DIRECTIVE, message, word.span));
            }
            return None;
        };
        let text = self.interner.shared(symbol);
        match &*text {
            "define" => self.define(line, word),
            "undef" => self.undefine(line, word),
            "include" => self.include(line, word, IncludeForm::Include),
            "import" => self.include(line, word, IncludeForm::Import),
            "include_next" => self.include(line, word, IncludeForm::Next),
            "if" | "ifdef" | "ifndef" => self.open_conditional(symbol, word, line),
            "elif" | "elifdef" | "elifndef" | "else" => self.next_group(symbol, word, line),
            "endif" => self.close_conditional(word, line),
            "line" => self.line_directive(line, word),
            "error" => {
                let message = self.message_of(line, "#error");
                self.diagnostics.push(Diagnostic::error(codes::ERROR_DIRECTIVE, message, hash.span.to(word.span)));
            }
            "warning" => {
                let message = self.message_of(line, "#warning");
                self.diagnostics.push(Diagnostic::warning(codes::WARNING_DIRECTIVE, message, hash.span.to(word.span)));
            }
            "pragma" => return self.pragma(line, PragmaOrigin::Directive { word }),
            "ident" | "sccs" => {}
            _ => self.unknown_directive(&text, word),
        }
        None
    }

    fn unknown_directive(&mut self, text: &str, word: Token) {
        let mut error =
            Diagnostic::error(codes::UNKNOWN_DIRECTIVE, format!("there is no directive `#{text}`"), word.span);
        let near = DIRECTIVES.iter().map(|name| (distance(text, name), *name)).min();
        if let Some((distance, name)) = near
            && distance <= 2
            && distance < name.len() / 2 + 1
        {
            error = error.help(format!("perhaps `#{name}` is meant")).fix(word.span, name);
        }
        self.diagnostics.push(error);
    }

    /// The text of `#error` and `#warning` as it stands.
    fn message_of(&self, line: &[Token], what: &str) -> String {
        match (line.first(), line.last()) {
            (Some(first), Some(last)) => {
                let text = self.map.text(first.span.to(last.span)).trim();
                // A message in quotation marks is shown without them.
                match text.strip_prefix('"').and_then(|text| text.strip_suffix('"')) {
                    Some(inner) if line.len() == 1 => inner.to_owned(),
                    _ => text.to_owned(),
                }
            }
            _ => what.to_owned(),
        }
    }

    /// Expands the macros of a directive's line.
    pub(super) fn expand_line(&mut self, line: &[Token]) -> Vec<Item> {
        let mut items = self.fresh_list();
        items.extend(line.iter().map(|token| Item::new(*token)));
        self.expand_list(items)
    }

    /// Warns of tokens behind the end of a directive.
    pub(super) fn warn_extra_tokens(&mut self, rest: &[Token], directive: &str) {
        if let (Some(first), Some(last)) = (rest.first(), rest.last()) {
            self.diagnostics.push(
                Diagnostic::warning(
                    codes::EXTRA_TOKENS,
                    format!("text behind `{directive}` has no effect"),
                    first.span.to(last.span),
                )
                .help("make it a comment"),
            );
        }
    }

    /// `#line number "file"`: `line` starts with the number.
    fn line_directive(&mut self, line: &[Token], word: Token) {
        let items = self.expand_line(line);
        let bad = |this: &mut Self, message: &str, token: Option<&Item>| {
            let span = token.map_or(word.span, |item| item.token.span);
            this.diagnostics.push(
                Diagnostic::error(codes::MALFORMED_DIRECTIVE, message, span)
                    .help("it is written `#line 12` or `#line 12 \"file.metal\"`"),
            );
        };
        let number = match items.first().map(|item| item.token.kind) {
            Some(TokenKind::Number(symbol)) => {
                let text = self.interner.text(symbol).replace('\'', "");
                text.parse::<u32>().ok().filter(|number| *number <= i32::MAX as u32)
            }
            _ => None,
        };
        let Some(number) = number else {
            bad(self, "`#line` needs a line number in decimal digits", items.first());
            return;
        };
        let name = match items.get(1).map(|item| item.token.kind) {
            None => None,
            Some(TokenKind::String(symbol)) => {
                let text = self.interner.text(symbol);
                let inner = text.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
                Some(Arc::from(inner.unwrap_or(text).replace("\\\\", "\\").replace("\\\"", "\"")))
            }
            Some(_) => {
                bad(self, "the name of a file behind `#line` has to be a string", items.get(1));
                return;
            }
        };
        self.recycle(items);
        // The numbering starts with the line behind the directive.
        let end = line.last().map_or(word.span.hi, |last| last.span.hi);
        let Some(id) = self.map.file_at(end) else { return };
        let start = self.map.span(id, 0, 0).lo;
        let text = &self.map.file(id).text;
        let offset = (end - start) as usize;
        let Some(next) = text[offset..].find('\n').map(|length| offset + length + 1) else { return };
        let from = start + next as u32;
        self.map.add_line_directive(from, number, name);
    }
}

/// How many letters must be put in, taken away or changed to get from one word to the other.
fn distance(a: &str, b: &str) -> usize {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    if a.len() > 16 {
        return usize::MAX;
    }
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, y) in b.iter().enumerate() {
            let change = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = change.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

/// Whether a token is this punctuator.
pub(super) fn is_punct(token: &Token, punct: Punct) -> bool {
    token.kind == TokenKind::Punct(punct)
}
