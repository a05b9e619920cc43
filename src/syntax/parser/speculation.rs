//! Trying one reading of the tokens, and going back.

use super::Failed;
use super::Names;
use super::Parse;
use super::Parser;
use super::ScopeId;
use super::TemplateKind;
use crate::source::Span;

/// What a speculation wants to know about the tokens from some place on.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Question {
    /// Is `(…)` the type of a cast?
    Cast,
    /// Is the statement a declaration?
    Declaration,
    /// Is `(…)` after a declarator a parameter list?
    Parameters,
    /// Does `<` after an unknown name open template arguments?
    TemplateArguments,
    /// Are the arguments of an attribute expressions and types?
    AttributeArguments,
    /// Is a template argument a type?
    Type,
    /// Is the operand of `sizeof` a type?
    Operand,
    /// Is `[…]` in a brace list a designator?
    Designator,
    /// Does the statement begin with the type of a declaration?
    Statement,
    /// Is the declaration that of a constructor or another function without a type?
    Typeless,
}

/// A place to go back to.
pub(super) struct Mark {
    at: usize,
    split: u8,
    last_span: Span,
    scope: ScopeId,
    open: usize,
    pending: usize,
    depth: u32,
    height: u32,
    class_depth: u32,
    no_greater: bool,
    template: TemplateKind,
    specifier_scope: Option<ScopeId>,
    undo: usize,
    scopes: usize,
}

impl Parser<'_> {
    fn mark(&self) -> Mark {
        Mark {
            at: self.at,
            split: self.split,
            last_span: self.last_span,
            scope: self.scope,
            open: self.open.len(),
            pending: self.pending.len(),
            depth: self.depth,
            height: self.height,
            class_depth: self.class_depth,
            no_greater: self.no_greater,
            template: self.template,
            specifier_scope: self.specifier_scope,
            undo: self.names.undo_mark(),
            scopes: self.names.scope_count(),
        }
    }

    fn go_back(&mut self, mark: &Mark) {
        self.at = mark.at;
        self.split = mark.split;
        self.last_span = mark.last_span;
        self.scope = mark.scope;
        self.open.truncate(mark.open);
        self.pending.truncate(mark.pending);
        self.depth = mark.depth;
        self.height = mark.height;
        self.class_depth = mark.class_depth;
        self.no_greater = mark.no_greater;
        self.template = mark.template;
        self.specifier_scope = mark.specifier_scope;
        self.names.undo_to(mark.undo, mark.scopes);
        self.load();
    }

    fn speculate<T>(&mut self, f: impl FnOnce(&mut Self) -> T) -> T {
        self.speculating += 1;
        self.names.begin_speculation();
        let result = f(self);
        self.speculating -= 1;
        self.names.speculating -= 1;
        result
    }

    /// Runs `f` on the tokens from here on and goes back whatever it says; a failure is no error.
    pub(super) fn look<T>(&mut self, f: impl FnOnce(&mut Self) -> Parse<T>) -> Option<T> {
        let mark = self.mark();
        let result = self.speculate(f);
        self.go_back(&mark);
        self.names.commit();
        result.ok()
    }

    /// [`Parser::look`] with the answer remembered.
    pub(super) fn ask(&mut self, question: Question, f: impl FnOnce(&mut Self) -> Parse<bool>) -> bool {
        let key = (self.at, question);
        if let Some(answer) = self.decisions.get(&key) {
            return *answer;
        }
        let answer = self.look(f).unwrap_or(false);
        self.decisions.insert(key, answer);
        answer
    }

    /// Runs `f` and keeps what it parsed if it succeeds; goes back if it fails, which is no error.
    pub(super) fn attempt<T>(&mut self, question: Question, f: impl Fn(&mut Self) -> Parse<T>) -> Option<T> {
        let key = (self.at, question);
        if self.decisions.get(&key) == Some(&false) {
            return None;
        }
        let mark = self.mark();
        let was_dirty = std::mem::take(&mut self.dirty);
        let result = self.speculate(&f);
        let dirty = self.dirty;
        self.dirty |= was_dirty;
        if let Err(Failed) = result {
            self.go_back(&mark);
            self.names.commit();
            self.decisions.insert(key, false);
            return None;
        }
        if dirty && self.speculating == 0 {
            // It holds an error that doesn't stop the parser: parse it again, now reporting.
            self.go_back(&mark);
            self.names.commit();
            return f(self).ok();
        }
        self.names.commit();
        result.ok()
    }
}

/// The names of a parser's unit must not remember a speculation that has ended.
#[cfg(debug_assertions)]
impl Drop for Parser<'_> {
    fn drop(&mut self) {
        let names: &Names = self.names;
        debug_assert!(std::thread::panicking() || (names.speculating == 0 && names.undo_mark() == 0));
    }
}
