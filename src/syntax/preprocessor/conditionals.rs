//! `#if` and its kin: which parts of a file count.

use super::Preprocessor;
use super::stream::FileFrame;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::codes;
use crate::source::Span;
use crate::syntax::lexer::stray_diagnostic;
use crate::syntax::token::Punct;
use crate::syntax::token::Symbol;
use crate::syntax::token::Token;
use crate::syntax::token::TokenKind;
use std::sync::Arc;

/// An `#if` that has no `#endif` yet.
#[derive(Clone, Copy, Debug)]
pub(super) struct Conditional {
    /// `if`, `ifdef` or `ifndef`.
    pub word: Symbol,
    /// Its place.
    pub opened: Span,
    /// Whether one of its groups has been read already.
    pub taken: bool,
    /// Its `#else`.
    pub else_at: Option<Span>,
}

/// The end of the line that starts at `start`: the next token that is the first on its line.
pub(super) fn line_end(tokens: &[Token], start: usize) -> usize {
    let rest = tokens[start..].iter().position(|token| token.at_line_start || token.kind == TokenKind::Eof);
    rest.map_or(tokens.len(), |length| start + length)
}

impl Preprocessor<'_> {
    /// `#if`, `#ifdef`, `#ifndef`: `line` is what stands behind the word.
    pub(super) fn open_conditional(&mut self, word: Symbol, directive: Token, line: &[Token]) {
        let taken = self.test(word, directive, line);
        let conditional = Conditional { word, opened: directive.span, taken, else_at: None };
        if let Some(frame) = self.file_frame() {
            frame.conditionals.push(conditional);
        }
        if !taken {
            self.skip_groups();
        }
    }

    /// `#elif`, `#elifdef`, `#elifndef`, `#else` behind a group that was read.
    pub(super) fn next_group(&mut self, word: Symbol, directive: Token, line: &[Token]) {
        if self.mark_group(word, directive, line) {
            self.skip_groups();
        }
    }

    /// `#endif` behind a group that was read.
    pub(super) fn close_conditional(&mut self, directive: Token, line: &[Token]) {
        let open = self.file_frame().and_then(|frame| frame.conditionals.pop());
        if open.is_none() {
            self.unmatched(directive);
        }
        self.warn_extra_tokens(line, "#endif");
    }

    fn unmatched(&mut self, directive: Token) {
        let word = self.spelling(directive).to_owned();
        self.diagnostics.push(
            Diagnostic::error(codes::UNBALANCED_CONDITIONAL, format!("`#{word}` without `#if`"), directive.span)
                .help("an `#if` and what belongs to it have to stand in the same file"),
        );
    }

    /// Checks that a further group may stand here; `false` when it belongs to nothing.
    fn mark_group(&mut self, word: Symbol, directive: Token, line: &[Token]) -> bool {
        let is_else = word == self.words.r#else;
        let Some(open) = self.file_frame().and_then(|frame| frame.conditionals.last_mut()) else {
            self.unmatched(directive);
            return false;
        };
        let (opened, before) = (open.opened, open.else_at);
        if is_else && before.is_none() {
            open.else_at = Some(directive.span);
        }
        if let Some(before) = before {
            let word = self.spelling(directive).to_owned();
            self.diagnostics.push(
                Diagnostic::error(codes::UNBALANCED_CONDITIONAL, format!("`#{word}` after `#else`"), directive.span)
                    .also(before, "the `#else`")
                    .also(opened, "the `#if` that both belong to"),
            );
        }
        if is_else {
            self.warn_extra_tokens(line, "#else");
        }
        true
    }

    /// Skips groups until one counts or the `#endif` is passed.
    fn skip_groups(&mut self) {
        let Some(frame) = self.file_frame() else { return };
        let tokens = Arc::clone(&frame.tokens);
        let mut at = frame.at;
        let mut depth = 0_usize;
        let set = |this: &mut Self, at: usize| {
            let span = tokens[at.min(tokens.len() - 1)].span;
            if let Some(FileFrame { at: place, .. }) = this.file_frame() {
                let skipped = at - *place;
                *place = at;
                this.charge(skipped, span);
            }
        };
        while let Some(length) = tokens[at..].iter().position(|token| {
            token.at_line_start && token.kind == TokenKind::Punct(Punct::Hash) || matches!(token.kind, TokenKind::Eof)
        }) {
            at += length;
            if tokens[at].kind == TokenKind::Eof {
                break;
            }
            let start = at + 1;
            at = line_end(&tokens, start);
            let Some(&directive) = tokens[start..at].first() else { continue };
            let TokenKind::Ident(word) = directive.kind else { continue };
            let line = &tokens[start + 1..at];
            let words = &self.words;
            if [words.r#if, words.ifdef, words.ifndef].contains(&word) {
                depth += 1;
            } else if word == words.endif {
                if depth == 0 {
                    set(self, at);
                    self.close_conditional(directive, line);
                    return;
                }
                depth -= 1;
            } else if depth == 0 && [words.r#else, words.elif, words.elifdef, words.elifndef].contains(&word) {
                set(self, at);
                self.mark_group(word, directive, line);
                let done = self.file_frame().and_then(|frame| frame.conditionals.last()).is_none_or(|open| open.taken);
                if !done && (word == self.words.r#else || self.test(word, directive, line)) {
                    if let Some(open) = self.file_frame().and_then(|frame| frame.conditionals.last_mut()) {
                        open.taken = true;
                    }
                    return;
                }
                if self.stopped {
                    return;
                }
            }
        }
        // The end of the file: whoever reads on complains. A comment that never ends is the likely reason.
        let last = tokens.len() - 1;
        if let Some(before) = last.checked_sub(1).map(|before| tokens[before]) {
            let text = self.map.text(before.span);
            if let (TokenKind::Stray(character), true) = (before.kind, text.starts_with("/*")) {
                self.diagnostics.push(stray_diagnostic(text, character, before.span));
            }
        }
        set(self, last);
    }

    /// What a condition gives.
    fn test(&mut self, word: Symbol, directive: Token, line: &[Token]) -> bool {
        let words = &self.words;
        let negated = word == words.ifndef || word == words.elifndef;
        if negated || word == words.ifdef || word == words.elifdef {
            let what = format!("#{}", self.interner.text(word));
            let Some((_, name)) = self.macro_name(line, directive, &what) else { return false };
            self.warn_extra_tokens(&line[1..], &what);
            return self.macros.is_defined(name) != negated;
        }
        self.condition(line, directive)
    }
}
