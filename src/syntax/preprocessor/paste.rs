//! `#` and `##`: making one token out of the spellings of others.

use super::Preprocessor;
use super::stream::Item;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::codes;
use crate::source::Span;
use crate::syntax::lexer::Lexer;
use crate::syntax::token::Interner;
use crate::syntax::token::Punct;
use crate::syntax::token::Token;
use crate::syntax::token::TokenKind;

impl Preprocessor<'_> {
    /// How a token is written in the program: alternative spellings (`and`, `<:`) are kept.
    pub(super) fn spelling(&self, token: Token) -> &str {
        if let TokenKind::Punct(punct) = token.kind {
            let text = self.map.text(token.span);
            return if is_spelling_of(text, punct) { text } else { punct.spelling() };
        }
        token.spelling(self.map, self.interner)
    }

    /// Tokens as text, with one blank wherever the source has any.
    pub(super) fn joined<'t>(&self, tokens: impl Iterator<Item = &'t Token>) -> String {
        let mut text = String::new();
        for (index, token) in tokens.enumerate() {
            if token.after_space && index > 0 {
                text.push(' ');
            }
            text.push_str(self.spelling(*token));
        }
        text
    }

    /// The string literal of an argument's spelling ([cpp.stringize]), in the place of the `#`.
    pub(super) fn stringise(&mut self, argument: &[Item], hash: Token) -> Token {
        let mut text = String::from("\"");
        for (index, item) in argument.iter().enumerate() {
            if item.token.after_space && index > 0 {
                text.push(' ');
            }
            let spelling = self.spelling(item.token);
            if matches!(item.token.kind, TokenKind::String(_) | TokenKind::Char(_)) {
                for character in spelling.chars() {
                    match character {
                        '"' => text.push_str("\\\""),
                        '\\' => text.push_str("\\\\"),
                        // Only raw strings hold line ends.
                        '\n' => text.push_str("\\n"),
                        _ => text.push(character),
                    }
                }
            } else {
                text.push_str(spelling);
            }
        }
        // A lone backslash at the end would take the closing quotation mark with it.
        let backslashes = text.bytes().rev().take_while(|byte| *byte == b'\\').count();
        if backslashes % 2 == 1 {
            text.push('\\');
        }
        text.push('"');
        let kind = TokenKind::String(self.interner.intern(&text));
        self.charge(text.len(), hash.span);
        Token { kind, span: hash.span, at_line_start: false, after_space: hash.after_space }
    }

    /// Joins the tokens before and at `at`; `span` is the place of the `##`.
    pub(super) fn paste(&mut self, items: &mut Vec<Item>, at: usize, span: Span) {
        let (left, right) = (items[at - 1].token, items[at].token);
        let mut text = self.spelling(left).to_owned();
        text.push_str(self.spelling(right));
        self.charge(text.len(), span);
        match single_token(&text, self.interner) {
            Some(kind) => {
                let token = Token { kind, span, at_line_start: left.at_line_start, after_space: left.after_space };
                items[at - 1] = Item::new(token);
                items.remove(at);
            }
            None => {
                let (left, right) = (self.spelling(left).to_owned(), self.spelling(right).to_owned());
                self.diagnostics.push(
                    Diagnostic::error(
                        codes::INVALID_PASTE,
                        format!("`##` joins `{left}` and `{right}` to `{text}`, which is no token"),
                        span,
                    )
                    .help("leave the `##` out: tokens beside each other need no joining"),
                );
            }
        }
    }
}

/// The token that a text is, when it is exactly one.
fn single_token(text: &str, interner: &mut Interner) -> Option<TokenKind> {
    let mut lexer = Lexer::new(text, 0);
    let token = lexer.next_token(interner);
    let whole = token.span.lo == 0 && token.span.hi as usize == text.len();
    (whole && !matches!(token.kind, TokenKind::Stray(_) | TokenKind::Eof)).then_some(token.kind)
}

fn is_spelling_of(text: &str, punct: Punct) -> bool {
    // Splices and pasted tokens fall through to the usual spelling.
    let alternatives: &[&str] = match punct {
        Punct::LBracket => &["<:"],
        Punct::RBracket => &[":>"],
        Punct::LBrace => &["<%"],
        Punct::RBrace => &["%>"],
        Punct::Hash => &["%:"],
        Punct::HashHash => &["%:%:"],
        Punct::AmpAmp => &["and"],
        Punct::AmpEq => &["and_eq"],
        Punct::Amp => &["bitand"],
        Punct::Pipe => &["bitor"],
        Punct::Tilde => &["compl"],
        Punct::Bang => &["not"],
        Punct::BangEq => &["not_eq"],
        Punct::PipePipe => &["or"],
        Punct::PipeEq => &["or_eq"],
        Punct::Caret => &["xor"],
        Punct::CaretEq => &["xor_eq"],
        _ => &[],
    };
    alternatives.contains(&text)
}
