//! Tokens: what the lexer makes of text and what the parser reads.
//!
//! The preprocessor works on the same tokens; keywords are identifiers until the parser asks.

use crate::source::Span;
use std::sync::Arc;

/// An interned identifier or spelling.
///
/// Equality is by number within one [`Interner`]; one interner serves a whole process run (library and user files).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Symbol(pub u32);

/// Gives each distinct spelling a number.
#[derive(Clone, Debug, Default)]
pub struct Interner {
    map: indexmap::IndexSet<Arc<str>>,
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
