//! Macros and the table of those that are defined; reading a `#define`.

use super::Preprocessor;
use super::queries::Builtin;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::codes;
use crate::source::FileId;
use crate::source::Span;
use crate::syntax::token::Punct;
use crate::syntax::token::Symbol;
use crate::syntax::token::Token;
use crate::syntax::token::TokenKind;
use std::sync::Arc;

/// What kind of macro.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Shape {
    /// `#define NAME body`.
    Object,
    /// `#define NAME(parameters) body`.
    Function,
    /// Computed where it is used, such as `__LINE__`.
    Builtin(Builtin),
}

/// A piece of a macro's body, made ready for substitution.
#[derive(Clone, Debug)]
pub(super) enum Part {
    /// A token that stays as it is.
    Token(Token),
    /// A parameter; the token gives place and spacing.
    Parameter { index: usize, token: Token },
    /// `#parameter`; the token is the `#`.
    Stringise { index: usize, token: Token },
    /// `##`, between two other parts.
    Paste(Span),
    /// `__VA_OPT__(parts)`, or `#__VA_OPT__(parts)`; the token is the first one.
    Optional { parts: Box<[Part]>, stringise: bool, token: Token },
}

impl Part {
    /// Whether a blank stands before it.
    pub fn after_space(&self) -> bool {
        match self {
            Self::Token(token)
            | Self::Parameter { token, .. }
            | Self::Stringise { token, .. }
            | Self::Optional { token, .. } => token.after_space,
            Self::Paste(_) => false,
        }
    }
}

/// A macro.
#[derive(Clone, Debug)]
pub(super) struct Macro {
    /// Its name, as expansions keep it.
    pub name: Arc<str>,
    /// Its name at the `#define`; [`Span::NONE`] for those that are computed.
    pub definition: Span,
    pub shape: Shape,
    pub parameters: Box<[Symbol]>,
    /// Whether the last parameter takes all remaining arguments.
    pub variadic: bool,
    /// The body as written, to compare definitions.
    pub body: Box<[Token]>,
    /// The body for substitution; empty when `body` is all there is to it.
    pub parts: Box<[Part]>,
}

impl Macro {
    /// The macro's parameters as written in its definition.
    pub fn parameter_list(&self, interner: &crate::syntax::token::Interner) -> String {
        let mut names: Vec<String> = self.parameters.iter().map(|name| interner.text(*name).to_owned()).collect();
        if self.variadic
            && let Some(last) = names.last_mut()
        {
            let dots = if last == "__VA_ARGS__" { "...".to_owned() } else { format!("{last}...") };
            *last = dots;
        }
        format!("({})", names.join(", "))
    }

    /// Whether two definitions are the same to C++: parameters, body and where the body has blanks.
    fn agrees_with(&self, other: &Self) -> bool {
        self.shape == other.shape
            && self.parameters == other.parameters
            && self.variadic == other.variadic
            && self.body.len() == other.body.len()
            && self
                .body
                .iter()
                .zip(&other.body)
                .enumerate()
                .all(|(index, (a, b))| a.kind == b.kind && (index == 0 || a.after_space == b.after_space))
    }
}

/// The macros that are defined at some point of a translation unit.
///
/// A table can be handed from one run of the preprocessor to another that uses the same [`super::Interner`] and
/// source map, so that a library's macros outlive the reading of its headers. It remembers the files that are read
/// only once (`#pragma once`, `#import`), too: a header whose macros are known is not read again.
#[derive(Clone, Debug, Default)]
pub struct MacroTable {
    by_symbol: Vec<Option<Arc<Macro>>>,
    pub(super) read_once: Vec<FileId>,
}

impl MacroTable {
    pub(super) fn get(&self, name: Symbol) -> Option<&Arc<Macro>> {
        self.by_symbol.get(name.0 as usize)?.as_ref()
    }

    /// Whether a macro of that name is defined.
    #[must_use]
    pub fn is_defined(&self, name: Symbol) -> bool {
        self.get(name).is_some()
    }

    pub(super) fn set(&mut self, name: Symbol, definition: Option<Arc<Macro>>) -> Option<Arc<Macro>> {
        let index = name.0 as usize;
        if index >= self.by_symbol.len() {
            // Nothing to take away where nothing has ever been.
            definition.as_ref()?;
            self.by_symbol.resize(index + 1, None);
        }
        std::mem::replace(&mut self.by_symbol[index], definition)
    }
}

impl Preprocessor<'_> {
    /// `#define`: `line` is what stands behind the word.
    pub(super) fn define(&mut self, line: &[Token], directive: Token) {
        let Some((name, symbol)) = self.macro_name(line, directive, "#define") else { return };
        let Some(definition) = self.read_definition(name, symbol, line) else { return };
        self.install(symbol, definition);
    }

    /// The name that a `#define`, `#undef` or `#ifdef` line starts with.
    pub(super) fn macro_name(&mut self, line: &[Token], directive: Token, what: &str) -> Option<(Token, Symbol)> {
        let Some(name) = line.first() else {
            self.diagnostics.push(
                Diagnostic::error(
                    codes::MALFORMED_DIRECTIVE,
                    format!("{what} needs the name of a macro"),
                    directive.span,
                )
                .label("a name has to follow"),
            );
            return None;
        };
        if let TokenKind::Ident(symbol) = name.kind {
            return Some((*name, symbol));
        }
        let spelling = self.spelling(*name);
        let operator = spelling.starts_with(|first: char| first.is_ascii_alphabetic());
        let message = match (name.kind, operator) {
            (TokenKind::Punct(_), true) => format!("`{spelling}` is an operator of C++ and cannot be a macro"),
            _ => format!("{what} needs the name of a macro, not `{spelling}`"),
        };
        self.diagnostics.push(Diagnostic::error(codes::MALFORMED_DIRECTIVE, message, name.span));
        None
    }

    fn bad_definition(&mut self, message: impl Into<String>, span: Span) -> Option<Macro> {
        self.diagnostics.push(Diagnostic::error(codes::BAD_MACRO_DEFINITION, message, span));
        None
    }

    /// Reads name, parameters and body of a definition.
    fn read_definition(&mut self, name: Token, symbol: Symbol, line: &[Token]) -> Option<Macro> {
        if symbol == self.words.defined || symbol == self.words.va_args || symbol == self.words.va_opt {
            let text = self.interner.text(symbol).to_owned();
            return self.bad_definition(format!("`{text}` cannot be a macro: it has a meaning of its own"), name.span);
        }
        let mut definition = Macro {
            name: self.interner.shared(symbol),
            definition: name.span,
            shape: Shape::Object,
            parameters: Box::default(),
            variadic: false,
            body: Box::default(),
            parts: Box::default(),
        };
        let mut rest = &line[1..];
        if rest.first().is_some_and(|token| token.kind == TokenKind::Punct(Punct::LParen) && !token.after_space) {
            definition.shape = Shape::Function;
            rest = self.read_parameters(&mut definition, rest)?;
        }
        definition.body = rest.into();
        self.prepare_body(definition)
    }

    /// Reads `(a, b, ...)`; gives what follows.
    fn read_parameters<'t>(&mut self, definition: &mut Macro, line: &'t [Token]) -> Option<&'t [Token]> {
        let mut parameters: Vec<Symbol> = Vec::new();
        let open = line[0];
        let mut at = 1;
        let punct = |at: usize| match line.get(at).map(|token| token.kind) {
            Some(TokenKind::Punct(punct)) => Some(punct),
            _ => None,
        };
        if punct(at) == Some(Punct::RParen) {
            return Some(&line[2..]);
        }
        loop {
            let place = line.get(at).map_or(line[line.len() - 1].span.end(), |token| token.span);
            match line.get(at).map(|token| token.kind) {
                Some(TokenKind::Ident(name)) => {
                    let text = self.interner.text(name).to_owned();
                    if name == self.words.va_args || name == self.words.va_opt {
                        self.bad_definition(format!("`{text}` cannot name a parameter"), place);
                        return None;
                    }
                    if parameters.contains(&name) {
                        self.bad_definition(format!("two parameters are called `{text}`"), place);
                        return None;
                    }
                    parameters.push(name);
                    at += 1;
                    if punct(at) == Some(Punct::Ellipsis) {
                        definition.variadic = true;
                        at += 1;
                    }
                }
                Some(TokenKind::Punct(Punct::Ellipsis)) => {
                    parameters.push(self.words.va_args);
                    definition.variadic = true;
                    at += 1;
                }
                _ => {
                    self.bad_definition("a parameter has to stand here", place);
                    return None;
                }
            }
            match punct(at) {
                Some(Punct::Comma) if !definition.variadic => at += 1,
                Some(Punct::RParen) => {
                    definition.parameters = parameters.into();
                    return Some(&line[at + 1..]);
                }
                _ => {
                    let place = line.get(at).map_or(line[line.len() - 1].span.end(), |token| token.span);
                    let message = if definition.variadic {
                        "`)` has to follow `...`"
                    } else {
                        "`,` or `)` has to follow a parameter"
                    };
                    self.diagnostics.push(
                        Diagnostic::error(codes::BAD_MACRO_DEFINITION, message, place)
                            .also(open.span, "the parameters start here"),
                    );
                    return None;
                }
            }
        }
    }

    /// Checks the body and takes it apart where that is needed.
    fn prepare_body(&mut self, mut definition: Macro) -> Option<Macro> {
        let is = |token: &Token, punct: Punct| token.kind == TokenKind::Punct(punct);
        let plain =
            definition.shape == Shape::Object && !definition.body.iter().any(|token| is(token, Punct::HashHash));
        let has_va_args = definition.variadic && definition.parameters.last() == Some(&self.words.va_args);
        if !has_va_args {
            let stray = definition
                .body
                .iter()
                .find(|token| token.kind == TokenKind::Ident(self.words.va_args))
                .map(|token| token.span);
            if let Some(span) = stray {
                self.diagnostics.push(Diagnostic::warning(
                    codes::BAD_MACRO_DEFINITION,
                    "`__VA_ARGS__` means nothing here: the macro has no `...`",
                    span,
                ));
            }
        }
        if !plain {
            let body = std::mem::take(&mut definition.body);
            definition.parts = self.parts(&definition, &body, false)?.into();
            definition.body = body;
        }
        Some(definition)
    }

    fn parts(&mut self, definition: &Macro, body: &[Token], in_optional: bool) -> Option<Vec<Part>> {
        let function = definition.shape == Shape::Function;
        let parameter = |token: &Token| match token.kind {
            TokenKind::Ident(name) if function => definition.parameters.iter().position(|other| *other == name),
            _ => None,
        };
        let mut parts = Vec::with_capacity(body.len());
        let mut at = 0;
        while let Some(&token) = body.get(at) {
            at += 1;
            if let Some(index) = parameter(&token) {
                parts.push(Part::Parameter { index, token });
            } else if token.kind == TokenKind::Punct(Punct::HashHash) {
                if parts.is_empty() || at == body.len() {
                    let place = if parts.is_empty() { "start" } else { "end" };
                    let what = if in_optional { "of `__VA_OPT__`" } else { "of a macro's body" };
                    self.bad_definition(
                        format!("`##` joins two tokens and cannot stand at the {place} {what}"),
                        token.span,
                    );
                    return None;
                }
                // `a ## ## b` is `a ## b` to compilers.
                if !matches!(parts.last(), Some(Part::Paste(_))) {
                    parts.push(Part::Paste(token.span));
                }
            } else if token.kind == TokenKind::Punct(Punct::Hash) && function {
                let next = body.get(at);
                if let Some(index) = next.and_then(parameter) {
                    at += 1;
                    parts.push(Part::Stringise { index, token });
                } else if next.is_some_and(|next| next.kind == TokenKind::Ident(self.words.va_opt))
                    && definition.variadic
                {
                    let inner = self.optional(definition, body, &mut at, in_optional)?;
                    parts.push(Part::Optional { parts: inner.into(), stringise: true, token });
                } else {
                    let place = next.map_or(token.span, |next| next.span);
                    self.diagnostics.push(
                        Diagnostic::error(
                            codes::BAD_MACRO_DEFINITION,
                            "in a function-like macro, `#` has to stand before a parameter",
                            place,
                        )
                        .note(format!("the parameters are {}", definition.parameter_list(self.interner))),
                    );
                    return None;
                }
            } else if token.kind == TokenKind::Ident(self.words.va_opt) && definition.variadic {
                at -= 1;
                let inner = self.optional(definition, body, &mut at, in_optional)?;
                parts.push(Part::Optional { parts: inner.into(), stringise: false, token });
            } else {
                parts.push(Part::Token(token));
            }
        }
        Some(parts)
    }

    /// The parts in `__VA_OPT__(...)`; `at` is at its name and moves behind it.
    fn optional(&mut self, definition: &Macro, body: &[Token], at: &mut usize, nested: bool) -> Option<Vec<Part>> {
        let name = body[*at];
        if nested {
            self.bad_definition("`__VA_OPT__` cannot stand inside another one", name.span);
            return None;
        }
        let open = *at + 1;
        let mut depth = 0_usize;
        for (index, token) in body.iter().enumerate().skip(open) {
            match token.kind {
                TokenKind::Punct(Punct::LParen) => depth += 1,
                TokenKind::Punct(Punct::RParen) => depth = depth.saturating_sub(1),
                _ => {}
            }
            if depth == 0 {
                if index == open {
                    break;
                }
                *at = index + 1;
                return self.parts(definition, &body[open + 1..index], true);
            }
        }
        self.bad_definition("`__VA_OPT__` needs what it stands for in parentheses", name.span);
        None
    }

    /// Puts a definition in force; warns when another one, that differs, is replaced.
    fn install(&mut self, name: Symbol, definition: Macro) {
        if let Some(old) = self.macros.get(name) {
            let text = &definition.name;
            if let Shape::Builtin(_) = old.shape {
                self.diagnostics.push(Diagnostic::warning(
                    codes::MACRO_REDEFINED,
                    format!("the built-in macro `{text}` is redefined"),
                    definition.definition,
                ));
            } else if !old.agrees_with(&definition) {
                let warning = Diagnostic::warning(
                    codes::MACRO_REDEFINED,
                    format!("the macro `{text}` is defined again, differently"),
                    definition.definition,
                )
                .label("this definition holds from here on")
                .also(old.definition, "defined here before")
                .help(format!("write `#undef {text}` first if that is intended"));
                self.diagnostics.push(warning);
            }
        }
        self.macros.set(name, Some(Arc::new(definition)));
    }

    /// `#undef`.
    pub(super) fn undefine(&mut self, line: &[Token], directive: Token) {
        let Some((name, symbol)) = self.macro_name(line, directive, "#undef") else { return };
        let old = self.macros.set(symbol, None);
        if old.is_some_and(|old| matches!(old.shape, Shape::Builtin(_))) {
            let text = self.interner.text(symbol);
            let message = format!("the built-in macro `{text}` is undefined");
            self.diagnostics.push(Diagnostic::warning(codes::MACRO_REDEFINED, message, name.span));
        }
        self.warn_extra_tokens(&line[1..], "#undef");
    }
}
