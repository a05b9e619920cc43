//! `#pragma` and `_Pragma`: which are carried out here, which go on to later stages, which mean nothing.

use super::Preprocessor;
use super::directives::is_punct;
use super::stream::Item;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::Severity;
use crate::diagnostic::codes;
use crate::source::Span;
use crate::syntax::lexer::Lexer;
use crate::syntax::token::Punct;
use crate::syntax::token::Token;
use crate::syntax::token::TokenKind;

/// Where a pragma comes from.
#[derive(Clone, Copy, Debug)]
pub(super) enum PragmaOrigin {
    /// A directive; its word.
    Directive { word: Token },
    /// `_Pragma("...")`; the place of the whole.
    Operator { span: Span },
}

/// What becomes of a pragma.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Treatment {
    /// Goes on as a token, with its macros expanded.
    PassExpanded,
    /// Goes on as a token.
    Pass,
    /// Without meaning for running a program.
    Ignore,
    /// Not known.
    Unknown,
}

/// How to treat a pragma that starts with these words.
fn treatment(first: &str, second: &str) -> Treatment {
    match (first, second) {
        ("unroll" | "nounroll", _) | ("clang", "loop") | ("GCC", "unroll" | "ivdep") => Treatment::PassExpanded,
        ("METAL" | "metal", "internals") => Treatment::Ignore,
        ("METAL" | "metal", _) | ("clang", "fp") | ("STDC", _) | ("pack", _) => Treatment::Pass,
        ("mark" | "region" | "endregion" | "unused" | "ident", _) => Treatment::Ignore,
        ("clang" | "GCC", "diagnostic" | "system_header" | "optimize" | "assume_nonnull" | "final" | "module") => {
            Treatment::Ignore
        }
        _ => Treatment::Unknown,
    }
}

impl Preprocessor<'_> {
    /// Carries out a pragma; gives its token if later stages want it.
    pub(super) fn pragma(&mut self, line: &[Token], origin: PragmaOrigin) -> Option<Token> {
        let first = *line.first()?;
        let word = |this: &Self, index: usize| match line.get(index) {
            Some(token) if matches!(token.kind, TokenKind::Ident(_)) => this.spelling(*token).to_owned(),
            _ => String::new(),
        };
        let (name, second) = (word(self, 0), word(self, 1));
        let whole = match origin {
            PragmaOrigin::Directive { .. } => first.span.to(line[line.len() - 1].span),
            PragmaOrigin::Operator { span } => span,
        };
        match &*name {
            "once" => {
                // In the main file it has nothing to do: the file is read once anyway.
                let file = self.current_file().map(|frame| frame.file);
                if let Some(file) = file {
                    self.states.entry(file).or_default().once = true;
                }
                return None;
            }
            "push_macro" | "pop_macro" => {
                self.push_or_pop(line, name == "push_macro", whole);
                return None;
            }
            "message" | "warning" | "error" if line.len() > 1 => {
                self.message(&name, &line[1..], whole);
                return None;
            }
            _ => {}
        }
        let text = match treatment(&name, &second) {
            Treatment::Ignore => return None,
            Treatment::Unknown => {
                let shown = if name == "clang" || name == "GCC" { format!("{name} {second}") } else { name };
                let message = format!("unknown pragma `{}` is ignored", shown.trim());
                self.diagnostics.push(Diagnostic::warning(codes::UNKNOWN_PRAGMA, message, whole));
                return None;
            }
            Treatment::Pass => self.joined(line.iter()),
            Treatment::PassExpanded => {
                // The pragma's own words are no macros, even if there are some of that name.
                let own = if name == "clang" || name == "GCC" { 2 } else { 1 };
                let own = own.min(line.len());
                let rest = self.expand_line(&line[own..]);
                let tokens: Vec<Token> =
                    line[..own].iter().copied().chain(rest.iter().map(|item| item.token)).collect();
                self.recycle(rest);
                self.joined(tokens.iter())
            }
        };
        // `GCC unroll 4` is `unroll 4` by another name.
        let text = text.strip_prefix("GCC ").unwrap_or(&text);
        let kind = TokenKind::Pragma(self.interner.intern(text));
        let span = match origin {
            PragmaOrigin::Directive { word } => word.span.to(whole),
            PragmaOrigin::Operator { span } => span,
        };
        Some(Token { kind, span, at_line_start: true, after_space: true })
    }

    /// `#pragma message("text")` and the like.
    fn message(&mut self, name: &str, line: &[Token], span: Span) {
        let text: String = line
            .iter()
            .filter_map(|token| match token.kind {
                TokenKind::String(symbol) => Some(destringised(self.interner.text(symbol))),
                _ => None,
            })
            .collect();
        let diagnostic = match name {
            "error" => Diagnostic::error(codes::ERROR_DIRECTIVE, text, span),
            "warning" => Diagnostic::warning(codes::WARNING_DIRECTIVE, text, span),
            _ => Diagnostic::new(Severity::Note, codes::WARNING_DIRECTIVE, text, span),
        };
        self.diagnostics.push(diagnostic);
    }

    /// `#pragma push_macro("NAME")` and `pop_macro`.
    fn push_or_pop(&mut self, line: &[Token], push: bool, span: Span) {
        let name = match line {
            [_, open, name, close] if is_punct(open, Punct::LParen) && is_punct(close, Punct::RParen) => {
                match name.kind {
                    TokenKind::String(symbol) => Some(destringised(self.interner.text(symbol))),
                    _ => None,
                }
            }
            _ => None,
        };
        let Some(name) = name else {
            let word = if push { "push_macro" } else { "pop_macro" };
            let message = format!("`{word}` needs the name of a macro: `#pragma {word}(\"NAME\")`");
            self.diagnostics.push(Diagnostic::error(codes::MALFORMED_DIRECTIVE, message, span));
            return;
        };
        let symbol = self.interner.intern(&name);
        if push {
            let now = self.macros.get(symbol).cloned();
            self.saved.entry(symbol).or_default().push(now);
        } else {
            match self.saved.get_mut(&symbol).and_then(Vec::pop) {
                Some(before) => {
                    self.macros.set(symbol, before);
                }
                None => {
                    let message = format!("`pop_macro(\"{name}\")` has no `push_macro` before it");
                    self.diagnostics.push(Diagnostic::warning(codes::MALFORMED_DIRECTIVE, message, span));
                }
            }
        }
    }

    /// `_Pragma("text")`, whose word has been read. Gives the pragma's token, and a token that was read but is not
    /// part of it.
    pub(super) fn pragma_operator(&mut self, word: Item) -> (Option<Token>, Option<Item>) {
        let open = self.next_expanded();
        if !open.is_some_and(|item| is_punct(&item.token, Punct::LParen)) {
            return (self.bad_operator(word.token.span), open);
        }
        let text = self.next_expanded();
        let Some(TokenKind::String(symbol)) = text.map(|item| item.token.kind) else {
            return (self.bad_operator(word.token.span), text);
        };
        let close = self.next_expanded();
        let Some(close) = close.filter(|item| is_punct(&item.token, Punct::RParen)) else {
            return (self.bad_operator(word.token.span), close);
        };
        let span = word.token.span.to(close.token.span);
        let text = destringised(self.interner.text(symbol));
        let mut lexer = Lexer::new(&text, 0);
        let mut line = Vec::new();
        loop {
            let mut token = lexer.next_token(self.interner);
            match token.kind {
                TokenKind::Eof => break,
                TokenKind::Stray(_) => continue,
                _ => {}
            }
            token.span = span;
            token.at_line_start = false;
            line.push(token);
        }
        (self.pragma(&line, PragmaOrigin::Operator { span }), None)
    }

    fn bad_operator(&mut self, span: Span) -> Option<Token> {
        self.diagnostics.push(Diagnostic::error(
            codes::BAD_PRAGMA_OPERATOR,
            "`_Pragma` needs one string in parentheses",
            span,
        ));
        None
    }
}

/// The text of a string literal without prefix and quotation marks, `\"` and `\\` replaced ([cpp.pragma.op]).
fn destringised(literal: &str) -> String {
    let Some(open) = literal.find('"') else { return String::new() };
    let inner = literal.get(open + 1..literal.len().saturating_sub(1)).unwrap_or("");
    if literal[..open].ends_with('R') {
        let start = inner.find('(').map_or(0, |at| at + 1);
        let end = inner.rfind(')').unwrap_or(inner.len());
        return inner.get(start..end).unwrap_or("").to_owned();
    }
    let mut text = String::with_capacity(inner.len());
    let mut characters = inner.chars().peekable();
    while let Some(character) = characters.next() {
        match (character, characters.peek()) {
            ('\\', Some('"' | '\\')) => text.extend(characters.next()),
            _ => text.push(character),
        }
    }
    text
}
