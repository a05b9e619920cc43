//! The stack of token sources that the preprocessor reads from: files, and what macros expanded to.
//!
//! A macro is *active* while the tokens it expanded to are on the stack. A name of an active macro is painted when it
//! is read: it will never be expanded again, wherever it goes ([cpp.rescan]). The tokens of a finished expansion
//! leave the stack only when something behind them is read, so a call whose arguments lie behind the end of an
//! expansion starts while that expansion is active and is expanded when it no longer is, as in other compilers.

use super::Preprocessor;
use super::conditionals::Conditional;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::codes;
use crate::source::FileId;
use crate::source::Span;
use crate::syntax::token::Punct;
use crate::syntax::token::Symbol;
use crate::syntax::token::Token;
use crate::syntax::token::TokenKind;
use std::sync::Arc;

/// A token on its way, and whether it is a macro's name that must not be expanded any more.
#[derive(Clone, Copy, Debug)]
pub(super) struct Item {
    pub token: Token,
    pub painted: bool,
}

impl Item {
    pub fn new(token: Token) -> Self {
        Self { token, painted: false }
    }
}

/// A file that is being read.
#[derive(Debug)]
pub(super) struct FileFrame {
    pub file: FileId,
    pub tokens: Arc<Vec<Token>>,
    /// The next token; never behind the final `Eof`.
    pub at: usize,
    /// The `#if`s that are open.
    pub conditionals: Vec<Conditional>,
    /// Where `#include "name"` looks first.
    pub directory: Arc<str>,
    /// Which step of the include search found the file, for `#include_next`.
    pub found_at: usize,
    /// Whether it is a header of the library.
    pub is_library: bool,
}

/// Something to read tokens from.
#[derive(Debug)]
pub(super) enum Frame {
    File(FileFrame),
    /// What a macro (active as long as this is on the stack) expanded to, or an argument to be expanded.
    List {
        items: Vec<Item>,
        at: usize,
        active: Option<Symbol>,
    },
}

impl Preprocessor<'_> {
    /// The next token, unexpanded; directives are carried out on the way. `None` at the end of what may be read.
    pub(super) fn next_raw(&mut self) -> Option<Item> {
        loop {
            if self.stopped || self.frames.len() == self.base {
                return None;
            }
            match self.frames.last_mut()? {
                Frame::List { items, at, .. } => {
                    let Some(item) = items.get(*at) else {
                        self.pop_list();
                        continue;
                    };
                    let mut item = *item;
                    *at += 1;
                    if let TokenKind::Ident(name) = item.token.kind {
                        item.painted |= self.active.get(name.0 as usize).is_some_and(|active| *active > 0);
                    }
                    item.token.after_space |= std::mem::take(&mut self.carried_space);
                    return Some(item);
                }
                Frame::File(frame) => {
                    let mut token = frame.tokens[frame.at];
                    if token.kind == TokenKind::Eof {
                        if self.collecting > 0 {
                            return None;
                        }
                        self.end_file();
                        continue;
                    }
                    frame.at += 1;
                    if token.at_line_start && token.kind == TokenKind::Punct(Punct::Hash) {
                        if let Some(pragma) = self.directive(token) {
                            return Some(Item::new(pragma));
                        }
                        continue;
                    }
                    self.charge(1, token.span);
                    token.after_space |= std::mem::take(&mut self.carried_space);
                    return Some(Item::new(token));
                }
            }
        }
    }

    /// Whether the next token is `(`; nothing is read.
    pub(super) fn open_parenthesis_follows(&self) -> bool {
        for frame in self.frames[self.base..].iter().rev() {
            match frame {
                Frame::List { items, at, .. } => {
                    if let Some(item) = items.get(*at) {
                        return item.token.kind == TokenKind::Punct(Punct::LParen);
                    }
                }
                Frame::File(frame) => return frame.tokens[frame.at].kind == TokenKind::Punct(Punct::LParen),
            }
        }
        false
    }

    /// Puts what a macro expanded to on the stack.
    pub(super) fn push_list(&mut self, items: Vec<Item>, active: Option<Symbol>) {
        if let Some(name) = active {
            let index = name.0 as usize;
            if index >= self.active.len() {
                self.active.resize(index + 1, 0);
            }
            self.active[index] += 1;
        }
        self.frames.push(Frame::List { items, at: 0, active });
    }

    fn pop_list(&mut self) {
        if let Some(Frame::List { items, active, .. }) = self.frames.pop() {
            if let Some(name) = active {
                self.active[name.0 as usize] -= 1;
            }
            self.recycle(items);
        }
    }

    /// An empty list, perhaps with room.
    pub(super) fn fresh_list(&mut self) -> Vec<Item> {
        self.spare.pop().unwrap_or_default()
    }

    /// Keeps a list's room for later.
    pub(super) fn recycle(&mut self, mut items: Vec<Item>) {
        if self.spare.len() < 16 && items.capacity() <= 4096 {
            items.clear();
            self.spare.push(items);
        }
    }

    /// The file on top of the stack.
    pub(super) fn file_frame(&mut self) -> Option<&mut FileFrame> {
        match self.frames.last_mut() {
            Some(Frame::File(frame)) => Some(frame),
            _ => None,
        }
    }

    /// The innermost file that is being read.
    pub(super) fn current_file(&self) -> Option<&FileFrame> {
        self.frames.iter().rev().find_map(|frame| match frame {
            Frame::File(frame) => Some(frame),
            Frame::List { .. } => None,
        })
    }

    /// Leaves the file on top; its `#if`s must be closed.
    fn end_file(&mut self) {
        let Some(Frame::File(frame)) = self.frames.pop() else { return };
        self.file_depth -= 1;
        for open in frame.conditionals.iter().rev() {
            let end = frame.tokens[frame.tokens.len() - 1].span;
            let mut error = Diagnostic::error(
                codes::UNBALANCED_CONDITIONAL,
                format!("this `#{}` has no `#endif`", self.interner.text(open.word)),
                open.opened,
            )
            .label("opened here");
            if let Some(other) = open.else_at {
                error = error.also(other, "its `#else`");
            }
            self.diagnostics.push(error.also(end, "the file ends here"));
        }
    }

    /// Counts work; when there has been too much, says so and stops reading.
    pub(super) fn charge(&mut self, amount: usize, span: Span) {
        self.work += amount;
        if self.work > self.limits.work && !self.stopped {
            self.stop("macros and includes make more tokens than any program needs", span);
        }
    }

    /// Gives up: nothing more is read.
    pub(super) fn stop(&mut self, message: &str, span: Span) {
        self.stopped = true;
        let limits = self.limits;
        self.diagnostics.push(
            Diagnostic::error(codes::EXPANSION_LIMIT, message, span)
                .note(format!(
                    "the limits: {} tokens read, {} macro expansions, {} tokens in the result",
                    limits.work, limits.expansions, limits.output
                ))
                .help("look for macros that use one another several times, and for files that include themselves"),
        );
    }
}
