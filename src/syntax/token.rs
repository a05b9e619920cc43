//! Tokens: what the lexer makes of text and what the parser reads.
//!
//! The preprocessor works on the same tokens; keywords are identifiers until the parser asks.

use crate::source::Location;
use crate::source::SourceMap;
use crate::source::Span;
use std::fmt::Write;
use std::hash::BuildHasherDefault;
use std::hash::Hasher;
use std::sync::Arc;

/// An interned identifier or spelling.
///
/// Equality is by number within one [`Interner`]; one interner serves a whole process run (library and user files).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Symbol(pub u32);

/// Gives each distinct spelling a number.
#[derive(Clone, Debug, Default)]
pub struct Interner {
    map: indexmap::IndexSet<Arc<str>, BuildHasherDefault<SpellingHasher>>,
}

/// Hashes spellings eight bytes a step: identifiers are short, and hashing them is most of what lexing costs.
#[derive(Clone, Copy, Debug, Default)]
struct SpellingHasher(u64);

impl SpellingHasher {
    fn add(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

impl Hasher for SpellingHasher {
    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks::<8>();
        for word in words {
            self.add(u64::from_le_bytes(*word));
        }
        let tail = rest.iter().rev().fold(0, |tail, byte| tail << 8 | u64::from(*byte));
        self.add(tail ^ (bytes.len() as u64) << 56);
    }

    fn write_u8(&mut self, _: u8) {
        // The mark behind a string; the length already sets spellings apart.
    }

    fn finish(&self) -> u64 {
        (self.0 ^ self.0 >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93)
    }
}

impl Interner {
    /// The number of a spelling.
    pub fn intern(&mut self, text: &str) -> Symbol {
        if let Some(index) = self.map.get_index_of(text) {
            return Symbol(index as u32);
        }
        Symbol(self.map.insert_full(text.into()).0 as u32)
    }

    /// The number of a spelling that has been seen before.
    #[must_use]
    pub fn lookup(&self, text: &str) -> Option<Symbol> {
        self.map.get_index_of(text).map(|index| Symbol(index as u32))
    }

    /// The spelling of a number, to keep.
    #[must_use]
    pub fn shared(&self, symbol: Symbol) -> Arc<str> {
        self.map[symbol.0 as usize].clone()
    }

    /// The spelling of a number.
    #[must_use]
    pub fn text(&self, symbol: Symbol) -> &str {
        &self.map[symbol.0 as usize]
    }
}

/// Punctuators of C++17, alternative spellings already replaced (`and` is `&&`).
#[allow(missing_docs)]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[rustfmt::skip]
pub enum Punct {
    LParen, RParen, LBracket, RBracket, LBrace, RBrace,
    Semi, Comma, Colon, ColonColon, Question, Ellipsis, Dot, Arrow, DotStar, ArrowStar,
    Plus, Minus, Star, Slash, Percent, Caret, Amp, Pipe, Tilde, Bang,
    Shl, Shr, Less, Greater, LessEq, GreaterEq, EqEq, BangEq, AmpAmp, PipePipe, PlusPlus, MinusMinus,
    Eq, PlusEq, MinusEq, StarEq, SlashEq, PercentEq, CaretEq, AmpEq, PipeEq, ShlEq, ShrEq,
    Hash, HashHash,
}

impl Punct {
    /// How it is usually spelled.
    #[must_use]
    pub fn spelling(self) -> &'static str {
        match self {
            Self::LParen => "(",
            Self::RParen => ")",
            Self::LBracket => "[",
            Self::RBracket => "]",
            Self::LBrace => "{",
            Self::RBrace => "}",
            Self::Semi => ";",
            Self::Comma => ",",
            Self::Colon => ":",
            Self::ColonColon => "::",
            Self::Question => "?",
            Self::Ellipsis => "...",
            Self::Dot => ".",
            Self::Arrow => "->",
            Self::DotStar => ".*",
            Self::ArrowStar => "->*",
            Self::Plus => "+",
            Self::Minus => "-",
            Self::Star => "*",
            Self::Slash => "/",
            Self::Percent => "%",
            Self::Caret => "^",
            Self::Amp => "&",
            Self::Pipe => "|",
            Self::Tilde => "~",
            Self::Bang => "!",
            Self::Shl => "<<",
            Self::Shr => ">>",
            Self::Less => "<",
            Self::Greater => ">",
            Self::LessEq => "<=",
            Self::GreaterEq => ">=",
            Self::EqEq => "==",
            Self::BangEq => "!=",
            Self::AmpAmp => "&&",
            Self::PipePipe => "||",
            Self::PlusPlus => "++",
            Self::MinusMinus => "--",
            Self::Eq => "=",
            Self::PlusEq => "+=",
            Self::MinusEq => "-=",
            Self::StarEq => "*=",
            Self::SlashEq => "/=",
            Self::PercentEq => "%=",
            Self::CaretEq => "^=",
            Self::AmpEq => "&=",
            Self::PipeEq => "|=",
            Self::ShlEq => "<<=",
            Self::ShrEq => ">>=",
            Self::Hash => "#",
            Self::HashHash => "##",
        }
    }
}

/// What a token is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TokenKind {
    /// Identifier or keyword.
    Ident(Symbol),
    /// A preprocessing number, spelled as in the source; the parser decodes it.
    Number(Symbol),
    /// A character literal with quotes and prefix as spelled.
    Char(Symbol),
    /// A string literal with quotes and prefix as spelled.
    String(Symbol),
    /// Punctuation.
    Punct(Punct),
    /// `#pragma` or `_Pragma` that later stages may care for; the text after `pragma`, macro-expanded where
    /// the pragma asks for it.
    Pragma(Symbol),
    /// A byte that belongs to no token (reported by whoever meets it outside skipped text).
    Stray(char),
    /// End of the translation unit.
    Eof,
}

/// One token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// Where it comes from.
    pub span: Span,
    /// Whether it is the first on its line.
    pub at_line_start: bool,
    /// Whether blank space or a comment stands before it.
    pub after_space: bool,
}

impl Token {
    /// How the token is spelled; blanks and splices apart, as in the source.
    #[must_use]
    pub fn spelling<'a>(&self, map: &'a SourceMap, interner: &'a Interner) -> &'a str {
        match self.kind {
            TokenKind::Ident(symbol)
            | TokenKind::Number(symbol)
            | TokenKind::Char(symbol)
            | TokenKind::String(symbol)
            | TokenKind::Pragma(symbol) => interner.text(symbol),
            TokenKind::Punct(punct) => punct.spelling(),
            TokenKind::Stray(_) => map.text(self.span),
            TokenKind::Eof => "",
        }
    }
}

fn write_location(out: &mut String, at: &Location) {
    // Writing to a string can't fail.
    let _ = write!(out, "{}:{}:{}", at.file, at.line, at.column);
}

/// Tokens as text, one a line: place, kind, spelling, and the macros they come from, innermost first.
#[must_use]
pub fn dump(map: &SourceMap, interner: &Interner, tokens: &[Token]) -> String {
    let mut out = String::new();
    for token in tokens {
        match map.location(token.span.lo) {
            Some(at) => write_location(&mut out, &at),
            None => out.push('-'),
        }
        let kind = match token.kind {
            TokenKind::Ident(_) => "identifier",
            TokenKind::Number(_) => "number",
            TokenKind::Char(_) => "character",
            TokenKind::String(_) => "string",
            TokenKind::Punct(_) => "punctuator",
            TokenKind::Pragma(_) => "pragma",
            TokenKind::Stray(_) => "stray",
            TokenKind::Eof => "end",
        };
        let spelling = token.spelling(map, interner).replace('\n', "\\n");
        let _ = write!(out, " {kind} {spelling}");
        for (index, expansion) in map.backtrace(token.span).enumerate() {
            let word = if index == 0 { "from" } else { "in" };
            let _ = write!(out, "  {word} {}", expansion.macro_name);
            if let Some(at) = map.location(expansion.call_site.lo) {
                out.push_str(" at ");
                write_location(&mut out, &at);
            }
        }
        while out.ends_with(' ') {
            out.pop();
        }
        out.push('\n');
    }
    out
}
