//! Text to preprocessing tokens, by the lexical rules of C++17.
//!
//! The lexer knows no directives, no macros and no keywords, and it never complains: what belongs to no token comes
//! out as [`TokenKind::Stray`], because text that a `#if` skips may contain anything. Whoever lets such a token
//! through reports it with [`stray_diagnostic`].
//!
//! Line splices, comments, digraphs and alternative spellings (`and`) are gone afterwards; spellings of
//! identifiers and literals are interned without splices. Line ends are [`Token::at_line_start`] of the next token.

use super::token::Interner;
use super::token::Punct;
use super::token::Token;
use super::token::TokenKind;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::Diagnostics;
use crate::diagnostic::codes;
use crate::source::ExpansionId;
use crate::source::FileId;
use crate::source::SourceMap;
use crate::source::Span;

/// Reads tokens from one text.
#[derive(Debug)]
pub struct Lexer<'text> {
    text: &'text str,
    bytes: &'text [u8],
    /// Offset of the next byte.
    at: usize,
    /// Position of the first byte in the space of the [`SourceMap`].
    base: u32,
    at_line_start: bool,
    after_space: bool,
    /// Where spellings that differ from the text (splices) are put together.
    scratch: String,
}

/// All tokens of a file without preprocessing, ending in [`TokenKind::Eof`]; stray ones are reported and left out.
pub fn tokenize(map: &SourceMap, file: FileId, interner: &mut Interner, diagnostics: &mut Diagnostics) -> Vec<Token> {
    let mut tokens = raw_tokens(map, file, interner);
    tokens.retain(|token| {
        let TokenKind::Stray(character) = token.kind else { return true };
        diagnostics.push(stray_diagnostic(map.text(token.span), character, token.span));
        false
    });
    tokens
}

/// All tokens of a file as they are, [`TokenKind::Stray`] included, ending in [`TokenKind::Eof`].
pub fn raw_tokens(map: &SourceMap, file: FileId, interner: &mut Interner) -> Vec<Token> {
    let text = map.file(file).text.clone();
    let mut lexer = Lexer::new(&text, map.span(file, 0, 0).lo);
    let mut tokens = Vec::with_capacity(text.len() / 4 + 8);
    loop {
        let token = lexer.next_token(interner);
        tokens.push(token);
        if token.kind == TokenKind::Eof {
            return tokens;
        }
    }
}

/// What to say about a [`TokenKind::Stray`] token; `text` is its spelling in the source.
#[must_use]
pub fn stray_diagnostic(text: &str, character: char, span: Span) -> Diagnostic {
    if text.starts_with("/*") {
        return Diagnostic::error(
            codes::UNTERMINATED_COMMENT,
            "this comment is never closed",
            Span { hi: span.lo + 2, ..span },
        )
        .label("opened here")
        .help("close it with `*/`");
    }
    let quoted = text.len() > character.len_utf8() || matches!(character, '"' | '\'');
    if quoted && matches!(character, '"' | '\'') {
        let raw = character == '"' && text.split('"').next().is_some_and(|prefix| prefix.ends_with('R'));
        if raw {
            return Diagnostic::error(
                codes::UNTERMINATED_LITERAL,
                "this raw string is never closed",
                Span { hi: span.lo + 2, ..span },
            )
            .help("a raw string is written R\"name( ... )name\", with at most 16 characters of name");
        }
        let what = if character == '"' { "string" } else { "character" };
        return Diagnostic::error(
            codes::UNTERMINATED_LITERAL,
            format!("this {what} literal is not closed on its line"),
            span,
        )
        .help(format!("add the closing {character}"));
    }
    let message = match character {
        '\u{201c}' | '\u{201d}' => "a typographic quotation mark is no quotation mark of the language".to_owned(),
        '\u{2018}' | '\u{2019}' => "a typographic apostrophe is no apostrophe of the language".to_owned(),
        _ if character.is_whitespace() || matches!(character, '\u{200b}' | '\u{feff}') => {
            format!("an unusual blank (U+{:04X}) stands here", character as u32)
        }
        _ if character.is_ascii_graphic() => format!("`{character}` belongs to no token of the language"),
        _ if character.is_control() => format!("the control character U+{:04X} stands here", character as u32),
        _ => format!("the character `{character}` (U+{:04X}) belongs to no token of the language", character as u32),
    };
    Diagnostic::error(codes::STRAY_CHARACTER, message, span)
}

const IDENTIFIER: u8 = 1;
const DIGIT: u8 = 2;

/// Which bytes start (`IDENTIFIER`) or continue (either) an identifier.
static CLASS: [u8; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 128 {
        let character = byte as u8;
        if character.is_ascii_alphabetic() || character == b'_' || character == b'$' {
            table[byte] = IDENTIFIER;
        } else if character.is_ascii_digit() {
            table[byte] = DIGIT;
        }
        byte += 1;
    }
    table
};

fn alternative(text: &str) -> Option<Punct> {
    Some(match text {
        "and" => Punct::AmpAmp,
        "and_eq" => Punct::AmpEq,
        "bitand" => Punct::Amp,
        "bitor" => Punct::Pipe,
        "compl" => Punct::Tilde,
        "not" => Punct::Bang,
        "not_eq" => Punct::BangEq,
        "or" => Punct::PipePipe,
        "or_eq" => Punct::PipeEq,
        "xor" => Punct::Caret,
        "xor_eq" => Punct::CaretEq,
        _ => return None,
    })
}

impl<'text> Lexer<'text> {
    /// A lexer at the start of a text whose first byte has the position `base`.
    #[must_use]
    pub fn new(text: &'text str, base: u32) -> Self {
        // A byte-order mark at the very start is no text.
        let at = if text.starts_with('\u{feff}') { 3 } else { 0 };
        Self { text, bytes: text.as_bytes(), at, base, at_line_start: true, after_space: false, scratch: String::new() }
    }

    /// The next token; [`TokenKind::Eof`] at the end, again and again.
    pub fn next_token(&mut self, interner: &mut Interner) -> Token {
        let unclosed = self.skip_blanks();
        let start = self.at;
        let kind = match unclosed {
            Some(comment) => {
                self.at = self.bytes.len();
                return self.token(TokenKind::Stray('/'), comment);
            }
            None if start >= self.bytes.len() => TokenKind::Eof,
            None => self.read(start, interner),
        };
        self.token(kind, start)
    }

    fn token(&mut self, kind: TokenKind, start: usize) -> Token {
        let span = Span { lo: self.base + start as u32, hi: self.base + self.at as u32, expansion: ExpansionId::NONE };
        let token = Token { kind, span, at_line_start: self.at_line_start, after_space: self.after_space };
        self.at_line_start = false;
        self.after_space = false;
        token
    }

    /// The byte at an offset; 0 past the end.
    fn byte(&self, at: usize) -> u8 {
        self.bytes.get(at).copied().unwrap_or(0)
    }

    /// The offset behind the line splice at `at`: a backslash, blanks, and the end of the line.
    fn splice(&self, at: usize) -> Option<usize> {
        if self.byte(at) != b'\\' {
            return None;
        }
        let mut end = at + 1;
        while matches!(self.byte(end), b' ' | b'\t' | b'\r' | 0x0b | 0x0c) {
            end += 1;
        }
        (self.byte(end) == b'\n').then_some(end + 1)
    }

    /// The offset behind all splices at `at`.
    fn past_splices(&self, mut at: usize) -> usize {
        while let Some(end) = self.splice(at) {
            at = end;
        }
        at
    }

    /// The byte at or behind splices at `at`, and the offset behind it.
    fn peek(&self, at: usize) -> (u8, usize) {
        let at = self.past_splices(at);
        (self.byte(at), (at + 1).min(self.bytes.len()))
    }

    /// Skips blanks, comments and line ends; the offset of a comment that never ends, if one is met.
    fn skip_blanks(&mut self) -> Option<usize> {
        loop {
            match self.byte(self.at) {
                b' ' | b'\t' | b'\r' | 0x0b | 0x0c => {
                    self.at += 1;
                    self.after_space = true;
                }
                b'\n' => {
                    self.at += 1;
                    self.at_line_start = true;
                    self.after_space = true;
                }
                b'/' => match self.peek(self.at + 1) {
                    (b'/', next) => {
                        self.at = self.line_comment_end(next);
                        self.after_space = true;
                    }
                    (b'*', next) => match self.block_comment_end(next) {
                        Some(end) => {
                            self.at = end;
                            self.after_space = true;
                        }
                        None => return Some(self.at),
                    },
                    _ => return None,
                },
                b'\\' => match self.splice(self.at) {
                    Some(end) => self.at = end,
                    None => return None,
                },
                _ => return None,
            }
        }
    }

    /// The offset of the line end that ends a `//` comment.
    fn line_comment_end(&self, mut at: usize) -> usize {
        loop {
            match self.bytes[at..].iter().position(|byte| matches!(byte, b'\n' | b'\\')) {
                None => return self.bytes.len(),
                Some(length) => {
                    at += length;
                    match self.splice(at) {
                        Some(end) => at = end,
                        None if self.bytes[at] == b'\n' => return at,
                        None => at += 1,
                    }
                }
            }
        }
    }

    /// The offset behind the `*/` that ends a comment.
    fn block_comment_end(&self, mut at: usize) -> Option<usize> {
        loop {
            at += self.bytes[at..].iter().position(|byte| *byte == b'*')? + 1;
            if let (b'/', end) = self.peek(at) {
                return Some(end);
            }
        }
    }

    fn read(&mut self, start: usize, interner: &mut Interner) -> TokenKind {
        let first = self.bytes[start];
        match CLASS[first as usize] {
            IDENTIFIER => return self.identifier(start, interner),
            DIGIT => return self.number(start, interner),
            _ => {}
        }
        match first {
            b'"' | b'\'' => self.quoted(start, start, interner),
            b'.' if self.peek(start + 1).0.is_ascii_digit() => self.number(start, interner),
            0x80.. => {
                let character = self.text[start..].chars().next().unwrap_or('\u{fffd}');
                if character.is_alphabetic() {
                    return self.identifier(start, interner);
                }
                self.at = start + character.len_utf8();
                TokenKind::Stray(character)
            }
            b'\\' if self.universal_character(start).is_some_and(|(character, _)| character.is_alphabetic()) => {
                self.identifier(start, interner)
            }
            _ => match self.punctuator(start) {
                Some((punct, end)) => {
                    self.at = end;
                    TokenKind::Punct(punct)
                }
                None => {
                    self.at = start + 1;
                    TokenKind::Stray(first as char)
                }
            },
        }
    }

    /// The character written `\u00e9` or `\U000000e9` at `at`, and the offset behind it.
    fn universal_character(&self, at: usize) -> Option<(char, usize)> {
        let length = match self.byte(at + 1) {
            b'u' => 4,
            b'U' => 8,
            _ => return None,
        };
        let digits = self.text.get(at + 2..at + 2 + length)?;
        if !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
            return None;
        }
        Some((char::from_u32(u32::from_str_radix(digits, 16).ok()?)?, at + 2 + length))
    }

    fn identifier(&mut self, start: usize, interner: &mut Interner) -> TokenKind {
        let mut end = start;
        while CLASS[self.byte(end) as usize] != 0 {
            end += 1;
        }
        let next = self.byte(end);
        if next < 0x80 && next != b'\\' {
            self.at = end;
            if matches!(next, b'"' | b'\'')
                && end - start <= 3
                && let Some(literal) = self.prefixed(start, end, end, interner)
            {
                return literal;
            }
            return Self::word(&self.text[start..end], interner);
        }
        self.scratch.clear();
        self.scratch.push_str(&self.text[start..end]);
        loop {
            end = self.past_splices(end);
            let character = match self.text[end..].chars().next() {
                Some('\\') => match self.universal_character(end) {
                    Some((character, next)) if character.is_alphanumeric() => {
                        self.scratch.push(character);
                        end = next;
                        continue;
                    }
                    _ => break,
                },
                Some(character) => character,
                None => break,
            };
            if CLASS.get(character as usize).is_some_and(|class| *class != 0)
                || (!character.is_ascii() && character.is_alphanumeric())
            {
                self.scratch.push(character);
                end += character.len_utf8();
            } else {
                break;
            }
        }
        self.at = end;
        if matches!(self.byte(end), b'"' | b'\'') && self.scratch.len() <= 3 {
            let word = std::mem::take(&mut self.scratch);
            let literal = self.prefixed_by(&word, start, end, interner);
            if let Some(literal) = literal {
                return literal;
            }
            return Self::word(&word, interner);
        }
        Self::word(&self.scratch, interner)
    }

    fn word(text: &str, interner: &mut Interner) -> TokenKind {
        if matches!(text.as_bytes()[0], b'a' | b'b' | b'c' | b'n' | b'o' | b'x')
            && text.len() <= 6
            && let Some(punct) = alternative(text)
        {
            return TokenKind::Punct(punct);
        }
        TokenKind::Ident(interner.intern(text))
    }

    fn prefixed(&mut self, start: usize, end: usize, quote: usize, interner: &mut Interner) -> Option<TokenKind> {
        let text = self.text;
        self.prefixed_by(&text[start..end], start, quote, interner)
    }

    /// The literal whose prefix is `word`, when it is a prefix; the quotation mark is at `quote`.
    fn prefixed_by(&mut self, word: &str, start: usize, quote: usize, interner: &mut Interner) -> Option<TokenKind> {
        match (word, self.bytes[quote]) {
            ("u8" | "u" | "U" | "L", _) => Some(self.quoted(start, quote, interner)),
            ("R" | "u8R" | "uR" | "UR" | "LR", b'"') => Some(self.raw_string(start, quote, interner)),
            _ => None,
        }
    }

    /// The text `start..end` without splices.
    fn without_splices(&mut self, start: usize, end: usize) -> &str {
        self.scratch.clear();
        let mut at = start;
        while at < end {
            if let Some(next) = self.splice(at) {
                at = next;
                continue;
            }
            let length = self.bytes[at + 1..end].iter().position(|byte| *byte == b'\\').map_or(end, |n| at + 1 + n);
            self.scratch.push_str(&self.text[at..length]);
            at = length;
        }
        &self.scratch
    }

    /// A string or character literal whose opening quotation mark is at `quote`.
    fn quoted(&mut self, start: usize, quote: usize, interner: &mut Interner) -> TokenKind {
        let mark = self.bytes[quote];
        // A prefix that was put together from pieces holds splices too.
        let mut spliced = self.bytes[start..quote].contains(&b'\\');
        let mut end = quote + 1;
        loop {
            let Some(length) = self.bytes[end..].iter().position(|byte| *byte == mark || matches!(byte, b'\\' | b'\n'))
            else {
                self.at = self.bytes.len();
                return TokenKind::Stray(mark as char);
            };
            end += length;
            match self.bytes[end] {
                b'\\' => match self.splice(end) {
                    Some(next) => {
                        spliced = true;
                        end = next;
                    }
                    None => {
                        // Whatever is escaped, and be it several bytes long, is not the end; a line end is.
                        let escaped = self.past_splices(end + 1);
                        spliced |= escaped != end + 1;
                        end = escaped;
                        if self.byte(end) != b'\n' {
                            end = (end + 1).min(self.bytes.len());
                        }
                    }
                },
                b'\n' => {
                    self.at = end;
                    return TokenKind::Stray(mark as char);
                }
                _ => break,
            }
        }
        end += 1;
        self.at = end;
        let text = self.text;
        let symbol = if spliced {
            interner.intern(self.without_splices(start, end))
        } else {
            interner.intern(&text[start..end])
        };
        if mark == b'"' { TokenKind::String(symbol) } else { TokenKind::Char(symbol) }
    }

    /// A raw string whose quotation mark is at `quote`; splices inside are text.
    fn raw_string(&mut self, start: usize, quote: usize, interner: &mut Interner) -> TokenKind {
        let open = self.bytes[quote + 1..]
            .iter()
            .take(17)
            .position(|byte| matches!(byte, b'(' | b')' | b'\\' | b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c))
            .filter(|length| self.bytes[quote + 1 + length] == b'(');
        let Some(length) = open else {
            let line = self.bytes[quote..].iter().position(|byte| *byte == b'\n');
            self.at = line.map_or(self.bytes.len(), |line| quote + line);
            return TokenKind::Stray('"');
        };
        let body = quote + 1 + length + 1;
        let mut close = String::with_capacity(length + 2);
        close.push(')');
        close.push_str(&self.text[quote + 1..quote + 1 + length]);
        close.push('"');
        let text = self.text;
        let Some(at) = text[body..].find(&close) else {
            self.at = self.bytes.len();
            return TokenKind::Stray('"');
        };
        self.at = body + at + close.len();
        let mut spelling = String::new();
        let prefix = if self.bytes[start..quote].contains(&b'\\') {
            spelling.push_str(self.without_splices(start, quote));
            spelling.push_str(&text[quote..self.at]);
            &spelling
        } else {
            &text[start..self.at]
        };
        TokenKind::String(interner.intern(prefix))
    }

    /// A preprocessing number: everything that looks like one, sensible or not.
    fn number(&mut self, start: usize, interner: &mut Interner) -> TokenKind {
        let mut end = start;
        let mut spliced = false;
        loop {
            let at = self.past_splices(end);
            let byte = self.byte(at);
            let next = match byte {
                b'.' => at + 1,
                b'e' | b'E' | b'p' | b'P' => match self.peek(at + 1) {
                    (b'+' | b'-', next) => next,
                    _ => at + 1,
                },
                b'\'' => match self.peek(at + 1) {
                    (next, end) if CLASS[next as usize] != 0 => end,
                    _ => break,
                },
                0x80.. => match self.text[at..].chars().next() {
                    Some(character) if character.is_alphanumeric() => at + character.len_utf8(),
                    _ => break,
                },
                _ if CLASS[byte as usize] != 0 => at + 1,
                _ => break,
            };
            spliced |= next > end + 2 || at != end;
            end = next;
        }
        self.at = end;
        let text = self.text;
        let symbol = if spliced {
            interner.intern(self.without_splices(start, end))
        } else {
            interner.intern(&text[start..end])
        };
        TokenKind::Number(symbol)
    }

    /// The longest punctuator at `start`, and the offset behind it.
    fn punctuator(&self, start: usize) -> Option<(Punct, usize)> {
        let one = start + 1;
        let (second, two) = self.peek(one);
        let third = || self.peek(two);
        Some(match self.bytes[start] {
            b'(' => (Punct::LParen, one),
            b')' => (Punct::RParen, one),
            b'[' => (Punct::LBracket, one),
            b']' => (Punct::RBracket, one),
            b'{' => (Punct::LBrace, one),
            b'}' => (Punct::RBrace, one),
            b';' => (Punct::Semi, one),
            b',' => (Punct::Comma, one),
            b'?' => (Punct::Question, one),
            b'~' => (Punct::Tilde, one),
            b':' => match second {
                b':' => (Punct::ColonColon, two),
                b'>' => (Punct::RBracket, two),
                _ => (Punct::Colon, one),
            },
            b'.' => match second {
                b'*' => (Punct::DotStar, two),
                b'.' => match third() {
                    (b'.', three) => (Punct::Ellipsis, three),
                    _ => (Punct::Dot, one),
                },
                _ => (Punct::Dot, one),
            },
            b'-' => match second {
                b'>' => match third() {
                    (b'*', three) => (Punct::ArrowStar, three),
                    _ => (Punct::Arrow, two),
                },
                b'-' => (Punct::MinusMinus, two),
                b'=' => (Punct::MinusEq, two),
                _ => (Punct::Minus, one),
            },
            b'+' => match second {
                b'+' => (Punct::PlusPlus, two),
                b'=' => (Punct::PlusEq, two),
                _ => (Punct::Plus, one),
            },
            b'*' if second == b'=' => (Punct::StarEq, two),
            b'*' => (Punct::Star, one),
            b'/' if second == b'=' => (Punct::SlashEq, two),
            b'/' => (Punct::Slash, one),
            b'%' => match second {
                b'=' => (Punct::PercentEq, two),
                b'>' => (Punct::RBrace, two),
                b':' => match third() {
                    (b'%', three) => match self.peek(three) {
                        (b':', four) => (Punct::HashHash, four),
                        _ => (Punct::Hash, two),
                    },
                    _ => (Punct::Hash, two),
                },
                _ => (Punct::Percent, one),
            },
            b'^' if second == b'=' => (Punct::CaretEq, two),
            b'^' => (Punct::Caret, one),
            b'&' => match second {
                b'&' => (Punct::AmpAmp, two),
                b'=' => (Punct::AmpEq, two),
                _ => (Punct::Amp, one),
            },
            b'|' => match second {
                b'|' => (Punct::PipePipe, two),
                b'=' => (Punct::PipeEq, two),
                _ => (Punct::Pipe, one),
            },
            b'!' if second == b'=' => (Punct::BangEq, two),
            b'!' => (Punct::Bang, one),
            b'=' if second == b'=' => (Punct::EqEq, two),
            b'=' => (Punct::Eq, one),
            b'<' => match second {
                b'<' => match third() {
                    (b'=', three) => (Punct::ShlEq, three),
                    _ => (Punct::Shl, two),
                },
                b'=' => (Punct::LessEq, two),
                b'%' => (Punct::LBrace, two),
                // `<::` is `<` and `::`, unless `:` or `>` follows ([lex.pptoken] 3.2).
                b':' => match third() {
                    (b':', three) if !matches!(self.peek(three).0, b':' | b'>') => (Punct::Less, one),
                    _ => (Punct::LBracket, two),
                },
                _ => (Punct::Less, one),
            },
            b'>' => match second {
                b'>' => match third() {
                    (b'=', three) => (Punct::ShrEq, three),
                    _ => (Punct::Shr, two),
                },
                b'=' => (Punct::GreaterEq, two),
                _ => (Punct::Greater, one),
            },
            b'#' if second == b'#' => (Punct::HashHash, two),
            b'#' => (Punct::Hash, one),
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Kind letter and spelling of each token of a text.
    fn lex(text: &str) -> Vec<String> {
        let mut interner = Interner::default();
        let mut map = SourceMap::new();
        let file = map.add("a.metal", text, false).unwrap();
        let tokens = raw_tokens(&map, file, &mut interner);
        tokens
            .iter()
            .map(|token| {
                let kind = match token.kind {
                    TokenKind::Ident(_) => 'i',
                    TokenKind::Number(_) => 'n',
                    TokenKind::Char(_) => 'c',
                    TokenKind::String(_) => 's',
                    TokenKind::Punct(_) => 'p',
                    TokenKind::Pragma(_) => 'P',
                    TokenKind::Stray(_) => '?',
                    TokenKind::Eof => return String::new(),
                };
                format!("{kind}{}", token.spelling(&map, &interner))
            })
            .take_while(|text| !text.is_empty())
            .collect()
    }

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        assert_eq!(lex(text), expected, "{text}");
    }

    #[test]
    fn identifiers_and_numbers() {
        check("a _b9 $c \u{e9}t\u{e9} \\u00e9t\\U000000e9", &["ia", "i_b9", "i$c", "i\u{e9}t\u{e9}", "i\u{e9}t\u{e9}"]);
        check(
            "1 .5 1. 1e+5 1E-5f 0x1p-32f 1'000'000 0b1'0 0xFFFFu 1.0h 2.0bf 1.2.3 .1e+",
            &[
                "n1",
                "n.5",
                "n1.",
                "n1e+5",
                "n1E-5f",
                "n0x1p-32f",
                "n1'000'000",
                "n0b1'0",
                "n0xFFFFu",
                "n1.0h",
                "n2.0bf",
                "n1.2.3",
                "n.1e+",
            ],
        );
        // One number each, sensible or not ([lex.ppnumber]).
        check("0x1e+1 1+1 1..2 1' 2", &["n0x1e+1", "n1", "p+", "n1", "n1..2", "n1", "?' 2"]);
    }

    #[test]
    fn literals() {
        check(
            r#"'a' '\'' "q\"q" u8"x" u'x' U"x" L'x' R"(a"b)" u8R"d(a)")d" LR"()" x"y""#,
            &[
                "c'a'",
                r"c'\''",
                r#"s"q\"q""#,
                "su8\"x\"",
                "cu'x'",
                "sU\"x\"",
                "cL'x'",
                r#"sR"(a"b)""#,
                r#"su8R"d(a)")d""#,
                "sLR\"()\"",
                "ix",
                "s\"y\"",
            ],
        );
        check("R\"(a\\\nb)\" \"a\\\nb\"", &["sR\"(a\\\nb)\"", "s\"ab\""]);
        check("\"a\\\\\" b \"a\\\n\\\n\\\"\"", &["s\"a\\\\\"", "ib", "s\"a\\\"\""]);
        check("\"open\nb 'open\nc", &["?\"open", "ib", "?'open", "ic"]);
        check("R\"a b(x)\" y\nz", &["?R\"a b(x)\" y", "iz"]);
        check("\"\\", &["?\"\\"]);
    }

    #[test]
    fn punctuators() {
        check(
            "<<=>>=<=>=<<>>->*->.*...::##",
            &["p<<=", "p>>=", "p<=", "p>=", "p<<", "p>>", "p->*", "p->", "p.*", "p...", "p::", "p##"],
        );
        check("a+++++b .. ...", &["ia", "p++", "p++", "p+", "ib", "p.", "p.", "p..."]);
        check("<: :> <% %> %: %:%: %:%", &["p[", "p]", "p{", "p}", "p#", "p##", "p#", "p%"]);
        check(
            "a<::b> a<:::b> a<::> a<::",
            &["ia", "p<", "p::", "ib", "p>", "ia", "p[", "p::", "ib", "p>", "ia", "p[", "p]", "ia", "p<", "p::"],
        );
        check(
            "and and_eq bitand bitor compl not not_eq or or_eq xor xor_eq nota",
            &["p&&", "p&=", "p&", "p|", "p~", "p!", "p!=", "p||", "p|=", "p^", "p^=", "inota"],
        );
    }

    #[test]
    fn comments_splices_and_line_ends() {
        check("a/* x *//**/b// c\nd", &["ia", "ib", "id"]);
        check("a // b \\\n c\nd / e", &["ia", "id", "p/", "ie"]);
        check("a /\\\n/ b\nc /\\\n* d *\\\n/ e", &["ia", "ic", "ie"]);
        check("ab\\\ncd 1\\  \n2 +\\\n= \\\n\\\r\n-\\\n\\\n- u\\\n8\"x\"", &["iabcd", "n12", "p+=", "p--", "su8\"x\""]);
        check("\u{feff}a\r\nb", &["ia", "ib"]);
        check("a /* open", &["ia", "?/* open"]);
        check("a \\ @ ` \u{a0}\u{201c} \\u0022", &["ia", "?\\", "?@", "?`", "?\u{a0}", "?\u{201c}", "?\\", "iu0022"]);
    }

    #[test]
    fn spacing_and_places() {
        let text = "a b\n  /* */ c/**/d\ne";
        let mut interner = Interner::default();
        let mut lexer = Lexer::new(text, 10);
        let mut seen = Vec::new();
        loop {
            let token = lexer.next_token(&mut interner);
            seen.push((token.span.lo - 10, token.span.hi - 10, token.at_line_start, token.after_space));
            if token.kind == TokenKind::Eof {
                break;
            }
        }
        assert_eq!(
            seen,
            [
                (0, 1, true, false),
                (2, 3, false, true),
                (12, 13, true, true),
                (17, 18, false, true),
                (19, 20, true, true),
                (20, 20, false, false),
            ]
        );
    }

    #[test]
    fn stray_tokens_are_reported() {
        let mut map = SourceMap::new();
        let file = map.add("a.metal", "a @ 'x\n\"y\n/* z", false).unwrap();
        let mut diagnostics = Diagnostics::default();
        let tokens = tokenize(&map, file, &mut Interner::default(), &mut diagnostics);
        assert_eq!(tokens.len(), 2);
        let codes: Vec<_> = diagnostics.iter().map(|d| d.code.0).collect();
        assert_eq!(codes, ["E0101", "E0102", "E0102", "E0103"]);
    }
}
