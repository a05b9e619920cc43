//! Syntax errors: how they are worded, and where parsing goes on after one.

use super::Failed;
use super::MAX_DEPTH;
use super::Parse;
use super::Parser;
use super::Punct;
use super::TokenKind;
use super::keyword::Word;
use crate::diagnostic::Code;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::codes;
use crate::source::Span;

/// How far back a closing bracket looks for its opening one while skipping: keeps skipping linear.
const CLOSING_REACH: usize = 64;

impl Parser<'_> {
    /// Reports, unless speculating.
    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        if self.speculating > 0 {
            self.dirty = true;
        } else {
            self.diagnostics.push(diagnostic);
        }
    }

    /// Reports and fails.
    pub(super) fn fail(&mut self, diagnostic: Diagnostic) -> Failed {
        self.report(diagnostic);
        Failed
    }

    /// The current token in words.
    pub(super) fn found(&self) -> String {
        match self.token.kind {
            TokenKind::Ident(symbol) if self.word == Word::Identifier => format!("'{}'", self.text(symbol)),
            TokenKind::Ident(symbol) => format!("the keyword '{}'", self.text(symbol)),
            TokenKind::Number(symbol) | TokenKind::Char(symbol) => format!("'{}'", self.text(symbol)),
            TokenKind::String(_) => "a string".into(),
            TokenKind::Punct(punct) => format!("'{}'", spelling(punct)),
            TokenKind::Pragma(_) => "a pragma".into(),
            TokenKind::Stray(character) => format!("the character '{}'", character.escape_default()),
            TokenKind::Eof => "the end of the file".into(),
        }
    }

    /// Fails because something else was expected.
    pub(super) fn expected(&mut self, what: &str) -> Failed {
        if self.speculating > 0 {
            return Failed;
        }
        if self.token.kind == TokenKind::Eof {
            return self.unexpected_end(what);
        }
        if let TokenKind::Stray(character) = self.token.kind {
            let diagnostic = crate::syntax::lexer::stray_diagnostic("", character, self.token.span);
            return self.fail(diagnostic.label(format!("expected {what} here")));
        }
        let message = format!("expected {what}, found {}", self.found());
        self.fail(Diagnostic::error(codes::UNEXPECTED_TOKEN, message, self.token.span))
    }

    /// Fails because a bracket is not closed where it must be.
    pub(super) fn expected_close(&mut self, what: &str, open: Span) -> Failed {
        if self.speculating > 0 {
            return Failed;
        }
        if self.token.kind == TokenKind::Eof {
            return self.unexpected_end(what);
        }
        let message = format!("expected {what}, found {}", self.found());
        self.fail(Diagnostic::error(codes::UNEXPECTED_TOKEN, message, self.token.span).also(open, "it opened here"))
    }

    /// Fails at the end of the file, once: all that is still open is due to the same mistake.
    fn unexpected_end(&mut self, what: &str) -> Failed {
        if self.eof_reported {
            return Failed;
        }
        self.eof_reported = true;
        let place = if self.last_span.is_none() { self.token.span } else { self.last_span };
        let brace = self.open.iter().rev().find(|open| open.punct == Punct::LBrace);
        let diagnostic = match brace.or(self.open.last()).copied() {
            Some(open) => Diagnostic::error(
                codes::UNCLOSED,
                format!("the file ends inside a '{}' that is not closed", spelling(open.punct)),
                place,
            )
            .label(format!("expected {what} after this"))
            .also(open.span, "it opened here"),
            None => {
                Diagnostic::error(codes::UNEXPECTED_TOKEN, format!("expected {what}, found the end of the file"), place)
            }
        };
        self.fail(diagnostic)
    }

    /// Takes `;`. A missing one is reported behind the token before it.
    pub(super) fn semicolon(&mut self, after: &str) -> Parse<Span> {
        if self.is(Punct::Semi) {
            return Ok(self.bump());
        }
        if self.speculating > 0 || self.token.kind == TokenKind::Eof {
            return Err(self.expected(&format!("';' after {after}")));
        }
        let place = self.last_span.end();
        let message = format!("expected ';' after {after}, found {}", self.found());
        let mut diagnostic = Diagnostic::error(codes::MISSING_SEMICOLON, message, place);
        let certain = self.token.at_line_start || self.is(Punct::RBrace);
        if certain {
            diagnostic = diagnostic.fix(place, ";");
        } else {
            diagnostic = diagnostic.also(self.token.span, "this is not part of it");
        }
        self.report(diagnostic);
        // At the end of a line the semicolon was just forgotten: go on as if it were there.
        if certain { Ok(place) } else { Err(Failed) }
    }

    /// Fails at the limit of nesting.
    pub(super) fn too_deep(&mut self) -> Failed {
        self.fail(
            Diagnostic::error(codes::TOO_DEEP, format!("nested more than {MAX_DEPTH} levels deep"), self.token.span)
                .help("split the expression or the statement into parts"),
        )
    }

    /// Fails at a construct of C++ that MSL does not have.
    pub(super) fn not_in_msl(&mut self, construct: &str, help: &str) -> Failed {
        let span = self.token.span;
        self.fail_with(codes::NOT_IN_MSL, format!("MSL has no {construct}"), span, help)
    }

    pub(super) fn fail_with(&mut self, code: Code, message: String, span: Span, help: &str) -> Failed {
        let mut diagnostic = Diagnostic::error(code, message, span);
        if !help.is_empty() {
            diagnostic = diagnostic.help(help);
        }
        self.fail(diagnostic)
    }

    /// After a failure: skips to behind the next `;`, or behind the `{…}` that the construct opened, or before the `}`
    /// of the block around. The failed construct began at token `start` with `level` brackets open.
    pub(super) fn skip_construct(&mut self, start: usize, level: usize) {
        let mut open: Vec<Punct> = self.open.drain(level.min(self.open.len())..).map(|open| open.punct).collect();
        open.retain(|punct| *punct != Punct::Less);
        let mut braces = open.iter().filter(|punct| **punct == Punct::LBrace).count();
        loop {
            match self.token.kind {
                TokenKind::Eof => return,
                TokenKind::Punct(Punct::LBrace) => {
                    open.push(Punct::LBrace);
                    braces += 1;
                }
                TokenKind::Punct(punct @ (Punct::LParen | Punct::LBracket)) => open.push(punct),
                TokenKind::Punct(punct @ (Punct::RParen | Punct::RBracket)) => {
                    let opening = if punct == Punct::RParen { Punct::LParen } else { Punct::LBracket };
                    let in_braces = open.iter().rev().take(CLOSING_REACH).take_while(|punct| **punct != Punct::LBrace);
                    if let Some(back) = in_braces.into_iter().position(|punct| *punct == opening) {
                        open.truncate(open.len() - 1 - back);
                    }
                }
                TokenKind::Punct(Punct::RBrace) => {
                    if braces == 0 {
                        return;
                    }
                    while open.pop().is_some_and(|punct| punct != Punct::LBrace) {}
                    braces -= 1;
                    if braces == 0 {
                        self.bump();
                        self.eat(Punct::Semi);
                        return;
                    }
                }
                TokenKind::Punct(Punct::Semi) if braces == 0 => {
                    self.bump();
                    return;
                }
                // A declaration at the start of a line: the broken one just lacks its end.
                TokenKind::Ident(_)
                    if self.at > start && braces == 0 && self.token.at_line_start && self.starts_afresh() =>
                {
                    return;
                }
                _ => {}
            }
            self.bump();
        }
    }

    /// Whether the current word only occurs where a statement or a declaration begins.
    fn starts_afresh(&self) -> bool {
        matches!(
            self.word,
            Word::Kernel
                | Word::Vertex
                | Word::Fragment
                | Word::Namespace
                | Word::Using
                | Word::Typedef
                | Word::Template
                | Word::Return
                | Word::If
                | Word::For
                | Word::While
                | Word::Switch
                | Word::Break
                | Word::Continue
                | Word::Static
                | Word::Inline
        )
    }

    /// After a failure in the parentheses of `if (…)` and the like: skips behind the `)`. Says whether there was one.
    pub(super) fn skip_parenthesis(&mut self, level: usize) -> bool {
        let inside = self.open.len() > level;
        self.open.truncate(level);
        if !inside {
            return false;
        }
        let mut depth = 1;
        loop {
            match self.token.kind {
                TokenKind::Eof | TokenKind::Punct(Punct::LBrace | Punct::RBrace) => return false,
                TokenKind::Punct(Punct::LParen) => depth += 1,
                TokenKind::Punct(Punct::RParen) => {
                    depth -= 1;
                    if depth == 0 {
                        self.bump();
                        return true;
                    }
                }
                _ => {}
            }
            self.bump();
        }
    }

    /// Skips a bracketed group without parsing it.
    pub(super) fn skip_balanced(&mut self) -> Parse<()> {
        let start = self.token.span;
        let mut depth = 0_u32;
        loop {
            match self.token.kind {
                TokenKind::Eof => {
                    let punct = Punct::LBrace;
                    self.open.push(super::Open { punct, span: start });
                    return Err(self.expected("a closing bracket"));
                }
                TokenKind::Punct(Punct::LParen | Punct::LBracket | Punct::LBrace) => depth += 1,
                TokenKind::Punct(Punct::RParen | Punct::RBracket | Punct::RBrace) => depth = depth.saturating_sub(1),
                _ => {}
            }
            self.bump();
            if depth == 0 {
                return Ok(());
            }
        }
    }
}

/// A punctuator as written.
pub(super) fn spelling(punct: Punct) -> &'static str {
    match punct {
        Punct::LParen => "(",
        Punct::RParen => ")",
        Punct::LBracket => "[",
        Punct::RBracket => "]",
        Punct::LBrace => "{",
        Punct::RBrace => "}",
        Punct::Semi => ";",
        Punct::Comma => ",",
        Punct::Colon => ":",
        Punct::ColonColon => "::",
        Punct::Question => "?",
        Punct::Ellipsis => "...",
        Punct::Dot => ".",
        Punct::Arrow => "->",
        Punct::DotStar => ".*",
        Punct::ArrowStar => "->*",
        Punct::Plus => "+",
        Punct::Minus => "-",
        Punct::Star => "*",
        Punct::Slash => "/",
        Punct::Percent => "%",
        Punct::Caret => "^",
        Punct::Amp => "&",
        Punct::Pipe => "|",
        Punct::Tilde => "~",
        Punct::Bang => "!",
        Punct::Shl => "<<",
        Punct::Shr => ">>",
        Punct::Less => "<",
        Punct::Greater => ">",
        Punct::LessEq => "<=",
        Punct::GreaterEq => ">=",
        Punct::EqEq => "==",
        Punct::BangEq => "!=",
        Punct::AmpAmp => "&&",
        Punct::PipePipe => "||",
        Punct::PlusPlus => "++",
        Punct::MinusMinus => "--",
        Punct::Eq => "=",
        Punct::PlusEq => "+=",
        Punct::MinusEq => "-=",
        Punct::StarEq => "*=",
        Punct::SlashEq => "/=",
        Punct::PercentEq => "%=",
        Punct::CaretEq => "^=",
        Punct::AmpEq => "&=",
        Punct::PipeEq => "|=",
        Punct::ShlEq => "<<=",
        Punct::ShrEq => ">>=",
        Punct::Hash => "#",
        Punct::HashHash => "##",
    }
}
