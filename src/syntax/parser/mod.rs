//! Tokens to syntax tree: recursive descent with the little knowledge of names that C++ needs.
//!
//! Where the grammar can't tell two readings apart, the parser tries one on the tokens and goes back ([`speculation`]).
//! Function bodies inside classes are parsed when the outermost class is complete. An error is reported once, at the
//! token where the input stops making sense; the parser goes on at the next statement or declaration.
//! Nothing here knows types or meanings.

mod attribute;
mod class;
mod decl;
mod declarator;
mod expr;
mod keyword;
mod lambda;
mod literal;
mod names;
mod path;
mod recovery;
mod specifiers;
mod speculation;
mod stmt;
mod template;
#[cfg(test)]
mod tests;

pub use names::Names;

use super::ast::DeclRef;
use super::ast::ExprRef;
use super::ast::Unit;
use super::token::Interner;
use super::token::Punct;
use super::token::Symbol;
use super::token::Token;
use super::token::TokenKind;
use crate::deep_stack::on_deep_stack;
use crate::diagnostic::Diagnostics;
use crate::source::Span;
use keyword::Word;
use names::ScopeId;
use names::ScopeKind;
use std::borrow::Cow;
use std::collections::HashMap;

/// Parses a whole translation unit. `names` holds what earlier text (the standard library) declared, and afterwards
/// also what this text declares. A token list that doesn't end in `Eof` is treated as if it did.
pub fn parse(tokens: &[Token], interner: &Interner, names: &mut Names, diagnostics: &mut Diagnostics) -> Unit {
    with_parser(tokens, interner, names, diagnostics, |parser| parser.unit())
}

/// Parses one expression, to the end of the tokens: for a debugger's or a test's own expressions.
pub fn parse_expression(
    tokens: &[Token],
    interner: &Interner,
    names: &mut Names,
    diagnostics: &mut Diagnostics,
) -> Option<ExprRef> {
    with_parser(tokens, interner, names, diagnostics, |parser| {
        let result = parser.expression();
        if result.is_ok() && parser.token.kind != TokenKind::Eof {
            parser.expected("the end of the expression");
            return None;
        }
        result.ok()
    })
}

fn with_parser<T: Send>(
    tokens: &[Token],
    interner: &Interner,
    names: &mut Names,
    diagnostics: &mut Diagnostics,
    run: impl FnOnce(&mut Parser<'_>) -> T + Send,
) -> T {
    on_deep_stack(|| with_parser_here(tokens, interner, names, diagnostics, run))
}

fn with_parser_here<T>(
    tokens: &[Token],
    interner: &Interner,
    names: &mut Names,
    diagnostics: &mut Diagnostics,
    run: impl FnOnce(&mut Parser<'_>) -> T,
) -> T {
    let mut pragmas = Vec::new();
    let mut clean = Cow::Borrowed(tokens);
    if tokens.iter().any(|token| matches!(token.kind, TokenKind::Pragma(_))) {
        let mut kept = Vec::with_capacity(tokens.len());
        for token in tokens {
            match token.kind {
                TokenKind::Pragma(text) => pragmas.push((kept.len(), text, token.span)),
                _ => kept.push(*token),
            }
        }
        clean = Cow::Owned(kept);
    }
    if clean.last().is_none_or(|last| last.kind != TokenKind::Eof) {
        let span = clean.last().map_or(Span::NONE, |last| last.span.end());
        clean.to_mut().push(Token { kind: TokenKind::Eof, span, at_line_start: true, after_space: true });
    }
    let mut parser = Parser {
        token: clean[0],
        word: Word::Other,
        tokens: &clean,
        at: 0,
        split: 0,
        last_span: Span::NONE,
        pragmas,
        interner,
        scope: Names::GLOBAL,
        names,
        diagnostics,
        depth: 0,
        height: 0,
        no_greater: false,
        open: Vec::new(),
        pending: Vec::new(),
        class_depth: 0,
        template: TemplateKind::None,
        specifier_scope: None,
        decisions: HashMap::new(),
        speculating: 0,
        dirty: false,
        eof_reported: false,
    };
    parser.load();
    run(&mut parser)
}

/// Brackets, statements and types may nest this deep: each level is several calls of the parser, and later of
/// everything that walks the tree.
const MAX_DEPTH: u32 = 256;

/// Height of an expression: also bounds chains such as `a + b + c + …`, which need no recursion to parse.
const MAX_HEIGHT: u32 = 1000;

/// A construct could not be parsed; reported already, unless speculating.
#[derive(Debug)]
struct Failed;

type Parse<T> = Result<T, Failed>;

/// What the declaration being parsed is to the template head before it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum TemplateKind {
    /// No template head.
    None,
    /// `template <params>`.
    Primary,
    /// `template <>` or explicit instantiation: declares no new name.
    Specialisation,
}

/// A bracket that is open.
#[derive(Clone, Copy)]
struct Open {
    punct: Punct,
    span: Span,
}

/// A function body inside a class, to be parsed when the class is complete.
struct Pending {
    function: DeclRef,
    /// Index of the body's first token.
    at: usize,
    /// The scope of the parameters.
    scope: ScopeId,
}

struct Parser<'a> {
    tokens: &'a [Token],
    /// Index of the current token.
    at: usize,
    /// How many characters of the current token are used up: `>>` closes two template argument lists.
    split: u8,
    /// The current token, as far as it is not used up.
    token: Token,
    /// Its keyword.
    word: Word,
    /// The token before the current one.
    last_span: Span,
    /// Pragmas with the index of the token they stand before.
    pragmas: Vec<(usize, Symbol, Span)>,
    interner: &'a Interner,
    names: &'a mut Names,
    scope: ScopeId,
    diagnostics: &'a mut Diagnostics,
    depth: u32,
    /// Height of the expression parsed last.
    height: u32,
    /// Inside template arguments: `>` is no operator.
    no_greater: bool,
    open: Vec<Open>,
    pending: Vec<Pending>,
    class_depth: u32,
    template: TemplateKind,
    /// The scope of the type that [`Parser::specifiers`] parsed last.
    specifier_scope: Option<ScopeId>,
    /// Outcomes of speculations by token index and question: each is asked once, so nesting costs no exponential time.
    decisions: HashMap<(usize, speculation::Question), bool>,
    speculating: u32,
    /// Something was reported while speculating.
    dirty: bool,
    eof_reported: bool,
}

impl Parser<'_> {
    /// Sets the current token from the position.
    fn load(&mut self) {
        self.token = self.tokens[self.at];
        self.word = match self.token.kind {
            TokenKind::Ident(symbol) => self.names.keywords.word(symbol),
            _ => Word::Other,
        };
        // Names of the compiler's traits are only taken where they are called: a library may define such a name.
        if self.word == Word::TypeTransform && !self.peek_is(1, Punct::LParen) {
            self.word = Word::Identifier;
        }
        if self.split > 0 {
            let rest = match (self.token.kind, self.split) {
                (TokenKind::Punct(Punct::ShrEq), 1) => Punct::GreaterEq,
                (TokenKind::Punct(Punct::ShrEq | Punct::GreaterEq), _) => Punct::Eq,
                _ => Punct::Greater,
            };
            self.token.kind = TokenKind::Punct(rest);
            self.token.span.lo = (self.token.span.lo + u32::from(self.split)).min(self.token.span.hi);
        }
    }

    /// Goes to the next token; stays at the end of the unit.
    fn bump(&mut self) -> Span {
        let span = self.token.span;
        self.last_span = span;
        if self.token.kind != TokenKind::Eof {
            self.at += 1;
            self.split = 0;
            self.load();
        }
        span
    }

    fn go_to(&mut self, at: usize) {
        self.at = at;
        self.split = 0;
        self.load();
    }

    fn is(&self, punct: Punct) -> bool {
        self.token.kind == TokenKind::Punct(punct)
    }

    /// The token `count` after the current one.
    fn peek(&self, count: usize) -> TokenKind {
        self.tokens.get(self.at + count).map_or(TokenKind::Eof, |token| token.kind)
    }

    fn peek_is(&self, count: usize, punct: Punct) -> bool {
        self.peek(count) == TokenKind::Punct(punct)
    }

    fn peek_word(&self, count: usize) -> Word {
        self.word_of(self.peek(count))
    }

    fn word_of(&self, kind: TokenKind) -> Word {
        match kind {
            TokenKind::Ident(symbol) => self.names.keywords.word(symbol),
            _ => Word::Other,
        }
    }

    fn eat(&mut self, punct: Punct) -> bool {
        let found = self.is(punct);
        if found {
            self.bump();
        }
        found
    }

    fn eat_word(&mut self, word: Word) -> bool {
        let found = self.word == word;
        if found {
            self.bump();
        }
        found
    }

    /// Takes an identifier that is no keyword.
    fn ident(&mut self, what: &str) -> Parse<super::ast::Ident> {
        match self.token.kind {
            TokenKind::Ident(symbol) if self.word == Word::Identifier => {
                Ok(super::ast::Ident { symbol, span: self.bump() })
            }
            _ => Err(self.expected(what)),
        }
    }

    /// Takes an opening bracket, to be closed by [`Parser::close`].
    fn open(&mut self, punct: Punct, what: &str) -> Parse<Span> {
        if !self.is(punct) {
            return Err(self.expected(what));
        }
        let span = self.bump();
        self.open.push(Open { punct, span });
        Ok(span)
    }

    /// Takes the bracket that closes the innermost open one.
    fn close(&mut self, what: &str) -> Parse<Span> {
        let Some(open) = self.open.last().copied() else { return Err(self.expected(what)) };
        let punct = match open.punct {
            Punct::LParen => Punct::RParen,
            Punct::LBracket => Punct::RBracket,
            Punct::LBrace => Punct::RBrace,
            _ => Punct::Greater,
        };
        if punct == Punct::Greater {
            return self.close_angle(open.span);
        }
        if !self.is(punct) {
            return Err(self.expected_close(what, open.span));
        }
        self.open.pop();
        Ok(self.bump())
    }

    /// Takes one `>`, perhaps off a longer token.
    fn close_angle(&mut self, open: Span) -> Parse<Span> {
        match self.token.kind {
            TokenKind::Punct(Punct::Greater) => {
                self.open.pop();
                Ok(self.bump())
            }
            TokenKind::Punct(Punct::Shr | Punct::GreaterEq | Punct::ShrEq) => {
                self.open.pop();
                let span = Span { hi: (self.token.span.lo + 1).min(self.token.span.hi), ..self.token.span };
                self.last_span = span;
                self.split += 1;
                self.load();
                Ok(span)
            }
            _ => Err(self.expected_close("'>' or ',' in the template arguments", open)),
        }
    }

    /// Runs `f` one level of nesting deeper.
    fn nested<T>(&mut self, f: impl FnOnce(&mut Self) -> Parse<T>) -> Parse<T> {
        if self.depth >= MAX_DEPTH {
            return Err(self.too_deep());
        }
        self.depth += 1;
        let result = f(self);
        self.depth -= 1;
        result
    }

    /// Runs `f` in a new scope inside the current one.
    fn scoped<T>(&mut self, kind: ScopeKind, f: impl FnOnce(&mut Self) -> T) -> T {
        let outer = self.scope;
        self.scope = self.names.open(kind, Some(outer), None);
        let result = f(self);
        self.scope = outer;
        result
    }

    /// Declares a name in the scope that takes declarations here.
    fn declare(&mut self, symbol: Symbol, binding: names::Binding) {
        let scope = self.names.declaring_scope(self.scope);
        self.names.declare(scope, symbol, binding);
    }

    fn text(&self, symbol: Symbol) -> &str {
        self.interner.text(symbol)
    }
}
