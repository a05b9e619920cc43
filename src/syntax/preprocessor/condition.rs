//! The integer constant expressions of `#if`, evaluated in 64 bits ([cpp.cond]).

use super::Preprocessor;
use super::stream::Item;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::codes;
use crate::source::Span;
use crate::syntax::token::Punct;
use crate::syntax::token::Token;
use crate::syntax::token::TokenKind;

/// A value of `intmax_t` or `uintmax_t`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Value {
    bits: u64,
    unsigned: bool,
}

impl Value {
    fn int(value: i64) -> Self {
        Self { bits: value as u64, unsigned: false }
    }

    fn truth(value: bool) -> Self {
        Self::int(i64::from(value))
    }

    fn signed(self) -> i64 {
        self.bits as i64
    }
}

/// Nothing but "an error has been reported".
struct Reported;

type Evaluated = Result<Value, Reported>;

/// How deep parentheses and unary operators may be nested.
const MAX_DEPTH: usize = 256;

struct Evaluator<'a, 'p> {
    preprocessor: &'a mut Preprocessor<'p>,
    items: &'a [Item],
    at: usize,
    depth: usize,
    /// Where the line ends.
    end: Span,
}

impl Preprocessor<'_> {
    /// The truth of a condition; `false` when it can't be evaluated.
    pub(super) fn condition(&mut self, line: &[Token], directive: Token) -> bool {
        let end = line.last().map_or(directive.span.end(), |last| last.span.end());
        if line.is_empty() {
            let message = format!("`#{}` needs a condition", self.spelling(directive));
            self.diagnostics.push(Diagnostic::error(codes::BAD_CONDITION, message, directive.span));
            return false;
        }
        let was = std::mem::replace(&mut self.in_condition, true);
        let items = self.expand_line(line);
        self.in_condition = was;
        if self.stopped {
            return false;
        }
        let mut evaluator = Evaluator { preprocessor: self, items: &items, at: 0, depth: 0, end };
        let value = evaluator.comma(true).and_then(|value| match evaluator.peek() {
            None => Ok(value),
            Some(item) => {
                let spelling = evaluator.preprocessor.spelling(item.token).to_owned();
                evaluator.fail(format!("the condition is complete before `{spelling}`"), item.token.span)
            }
        });
        self.recycle(items);
        value.is_ok_and(|value| value.bits != 0)
    }
}

fn precedence(punct: Punct) -> Option<u8> {
    Some(match punct {
        Punct::PipePipe => 1,
        Punct::AmpAmp => 2,
        Punct::Pipe => 3,
        Punct::Caret => 4,
        Punct::Amp => 5,
        Punct::EqEq | Punct::BangEq => 6,
        Punct::Less | Punct::Greater | Punct::LessEq | Punct::GreaterEq => 7,
        Punct::Shl | Punct::Shr => 8,
        Punct::Plus | Punct::Minus => 9,
        Punct::Star | Punct::Slash | Punct::Percent => 10,
        _ => return None,
    })
}

impl Evaluator<'_, '_> {
    fn peek(&self) -> Option<Item> {
        self.items.get(self.at).copied()
    }

    fn punct(&self) -> Option<Punct> {
        match self.peek()?.token.kind {
            TokenKind::Punct(punct) => Some(punct),
            _ => None,
        }
    }

    fn eat(&mut self, punct: Punct) -> bool {
        let found = self.punct() == Some(punct);
        self.at += usize::from(found);
        found
    }

    fn fail(&mut self, message: impl Into<String>, span: Span) -> Evaluated {
        self.preprocessor.diagnostics.push(Diagnostic::error(codes::BAD_CONDITION, message, span));
        Err(Reported)
    }

    fn deeper(&mut self) -> Result<(), Reported> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            let span = self.peek().map_or(self.end, |item| item.token.span);
            self.fail(format!("the condition is nested more than {MAX_DEPTH} deep"), span)?;
        }
        Ok(())
    }

    /// `live`: whether the value counts, so that what is wrong with it does.
    fn comma(&mut self, live: bool) -> Evaluated {
        let mut value = self.conditional(live)?;
        while self.eat(Punct::Comma) {
            value = self.conditional(live)?;
        }
        Ok(value)
    }

    fn conditional(&mut self, live: bool) -> Evaluated {
        let condition = self.binary(1, live)?;
        if !self.eat(Punct::Question) {
            return Ok(condition);
        }
        self.deeper()?;
        let truth = condition.bits != 0;
        let first = self.comma(live && truth)?;
        if !self.eat(Punct::Colon) {
            let span = self.peek().map_or(self.end, |item| item.token.span);
            return self.fail("`:` of the conditional operator is missing", span);
        }
        let second = self.conditional(live && !truth)?;
        self.depth -= 1;
        let chosen = if truth { first } else { second };
        Ok(Value { unsigned: first.unsigned || second.unsigned, ..chosen })
    }

    fn binary(&mut self, least: u8, live: bool) -> Evaluated {
        let mut left = self.unary(live)?;
        while let Some((punct, level)) = self.punct().and_then(|punct| Some((punct, precedence(punct)?))) {
            if level < least {
                break;
            }
            let span = self.items[self.at].token.span;
            self.at += 1;
            let right_live = live
                && match punct {
                    Punct::PipePipe => left.bits == 0,
                    Punct::AmpAmp => left.bits != 0,
                    _ => true,
                };
            // Recursion is at most ten deep here: each level climbs.
            let right = self.binary(level + 1, right_live)?;
            left = self.apply(punct, left, right, right_live, span)?;
        }
        Ok(left)
    }

    fn apply(&mut self, punct: Punct, left: Value, right: Value, live: bool, span: Span) -> Evaluated {
        let unsigned = left.unsigned || right.unsigned;
        let number = |bits: u64| Ok(Value { bits, unsigned });
        let less = |a: Value, b: Value| if unsigned { a.bits < b.bits } else { a.signed() < b.signed() };
        match punct {
            Punct::PipePipe => Ok(Value::truth(left.bits != 0 || right.bits != 0)),
            Punct::AmpAmp => Ok(Value::truth(left.bits != 0 && right.bits != 0)),
            Punct::Pipe => number(left.bits | right.bits),
            Punct::Caret => number(left.bits ^ right.bits),
            Punct::Amp => number(left.bits & right.bits),
            Punct::EqEq => Ok(Value::truth(left.bits == right.bits)),
            Punct::BangEq => Ok(Value::truth(left.bits != right.bits)),
            Punct::Less => Ok(Value::truth(less(left, right))),
            Punct::Greater => Ok(Value::truth(less(right, left))),
            Punct::LessEq => Ok(Value::truth(!less(right, left))),
            Punct::GreaterEq => Ok(Value::truth(!less(left, right))),
            Punct::Shl | Punct::Shr => {
                // A negative count shifts the other way, as other compilers have it.
                let negative = !right.unsigned && right.signed() < 0;
                let count = if negative { right.bits.wrapping_neg() } else { right.bits };
                let to_left = (punct == Punct::Shl) != negative;
                let count = u32::try_from(count).unwrap_or(u32::MAX);
                let bits = match (to_left, left.unsigned) {
                    (true, _) => left.bits.checked_shl(count).unwrap_or(0),
                    (false, true) => left.bits.checked_shr(count).unwrap_or(0),
                    (false, false) => (left.signed() >> count.min(63)) as u64,
                };
                Ok(Value { bits, unsigned: left.unsigned })
            }
            Punct::Plus => number(left.bits.wrapping_add(right.bits)),
            Punct::Minus => number(left.bits.wrapping_sub(right.bits)),
            Punct::Star => number(left.bits.wrapping_mul(right.bits)),
            _ if right.bits == 0 => {
                if live {
                    return self.fail("division by zero in a condition", span);
                }
                number(0)
            }
            _ => {
                let divide = punct == Punct::Slash;
                number(match (unsigned, divide) {
                    (true, true) => left.bits / right.bits,
                    (true, false) => left.bits % right.bits,
                    (false, true) => left.signed().wrapping_div(right.signed()) as u64,
                    (false, false) => left.signed().wrapping_rem(right.signed()) as u64,
                })
            }
        }
    }

    fn unary(&mut self, live: bool) -> Evaluated {
        let Some(item) = self.peek() else {
            return self.fail("the condition ends where a value has to stand", self.end);
        };
        let span = item.token.span;
        self.at += 1;
        match item.token.kind {
            TokenKind::Punct(punct @ (Punct::Plus | Punct::Minus | Punct::Bang | Punct::Tilde)) => {
                self.deeper()?;
                let value = self.unary(live)?;
                self.depth -= 1;
                Ok(match punct {
                    Punct::Minus => Value { bits: value.bits.wrapping_neg(), ..value },
                    Punct::Tilde => Value { bits: !value.bits, ..value },
                    Punct::Bang => Value::truth(value.bits == 0),
                    _ => value,
                })
            }
            TokenKind::Punct(Punct::LParen) => {
                self.deeper()?;
                let value = self.comma(live)?;
                self.depth -= 1;
                if !self.eat(Punct::RParen) {
                    let place = self.peek().map_or(self.end, |item| item.token.span);
                    self.preprocessor.diagnostics.push(
                        Diagnostic::error(codes::BAD_CONDITION, "`)` is missing in a condition", place)
                            .also(span, "to match this `(`"),
                    );
                    return Err(Reported);
                }
                Ok(value)
            }
            TokenKind::Number(symbol) => {
                let text = self.preprocessor.interner.text(symbol).to_owned();
                match integer(&text) {
                    Ok(value) => Ok(value),
                    Err(why) => self.fail(format!("`{text}` {why}"), span),
                }
            }
            TokenKind::Char(symbol) => match character(self.preprocessor.interner.text(symbol)) {
                Some(value) => Ok(value),
                None => self.fail("this character literal has no value", span),
            },
            TokenKind::Ident(symbol) => {
                let name = self.preprocessor.interner.text(symbol).to_owned();
                if self.punct() == Some(Punct::LParen) {
                    return self.fail(format!("`{name}` is no function-like macro"), span);
                }
                Ok(Value::truth(name == "true"))
            }
            TokenKind::String(_) => self.fail("a string is no integer", span),
            _ => {
                let spelling = self.preprocessor.spelling(item.token).to_owned();
                self.fail(format!("a value has to stand here, not `{spelling}`"), span)
            }
        }
    }
}

/// The value of an integer literal.
fn integer(text: &str) -> Result<Value, &'static str> {
    let lower = text.to_ascii_lowercase();
    let (radix, rest) = if let Some(rest) = lower.strip_prefix("0x") {
        (16, rest)
    } else if let Some(rest) = lower.strip_prefix("0b") {
        (2, rest)
    } else if lower.len() > 1 && lower.starts_with('0') {
        (8, &lower[1..])
    } else {
        (10, &*lower)
    };
    let is_digit = |c: char| c.is_digit(if radix == 8 { 10 } else { radix }) || c == '\'';
    let end = rest.find(|c| !is_digit(c)).unwrap_or(rest.len());
    let (digits, suffix) = rest.split_at(end);
    if suffix.contains('.')
        || (radix == 10 || radix == 8) && suffix.starts_with(['e', 'f', 'h'])
        || suffix.contains('p')
    {
        return Err("is a floating-point number; conditions are integer expressions");
    }
    let unsigned_suffix = match suffix {
        "" | "l" | "ll" | "z" => false,
        "u" | "ul" | "ull" | "lu" | "llu" | "uz" | "zu" => true,
        _ => return Err("is no integer"),
    };
    let mut bits: u64 = 0;
    let mut any = radix == 8;
    for digit in digits.chars().filter(|c| *c != '\'') {
        let digit = digit.to_digit(radix).ok_or("has a digit that its base does not have")?;
        any = true;
        bits = bits
            .checked_mul(u64::from(radix))
            .and_then(|bits| bits.checked_add(u64::from(digit)))
            .ok_or("is too large for 64 bits")?;
    }
    if !any {
        return Err("is no integer");
    }
    Ok(Value { bits, unsigned: unsigned_suffix || bits > i64::MAX as u64 })
}

/// The value of a character literal, several characters included.
fn character(literal: &str) -> Option<Value> {
    let open = literal.find('\'')?;
    let wide = matches!(&literal[..open], "L" | "u" | "U");
    let mut rest = literal.get(open + 1..literal.len().checked_sub(1)?)?.chars();
    let mut units: Vec<u32> = Vec::new();
    while let Some(first) = rest.next() {
        let unit = if first == '\\' { escape(&mut rest)? } else { first as u32 };
        match char::from_u32(unit) {
            Some(character) if !wide && first != '\\' => {
                units.extend(character.encode_utf8(&mut [0; 4]).bytes().map(u32::from));
            }
            _ => units.push(unit),
        }
    }
    match units[..] {
        [] => None,
        [one] if wide => Some(Value::int(i64::from(one))),
        [one] => Some(Value::int(i64::from(one as u8 as i8))),
        _ => Some(Value::int(i64::from(units.iter().fold(0_i32, |value, unit| value << 8 | (unit & 0xff) as i32)))),
    }
}

/// The value of an escape sequence behind its backslash.
fn escape(rest: &mut std::str::Chars) -> Option<u32> {
    let first = rest.next()?;
    Some(match first {
        'n' => 10,
        't' => 9,
        'r' => 13,
        'a' => 7,
        'b' => 8,
        'f' => 12,
        'v' => 11,
        'e' => 27,
        '\'' | '"' | '?' | '\\' => first as u32,
        'x' | 'u' | 'U' | '0'..='7' => {
            let (radix, most) = match first {
                'x' => (16, usize::MAX),
                'u' => (16, 4),
                'U' => (16, 8),
                _ => (8, 2),
            };
            let mut value = first.to_digit(8).unwrap_or(0);
            let mut count = 0;
            while let Some(digit) = rest.clone().next().and_then(|c| c.to_digit(radix)).filter(|_| count < most) {
                rest.next();
                value = value.wrapping_mul(radix).wrapping_add(digit);
                count += 1;
            }
            if radix == 16 && count == 0 {
                return None;
            }
            value
        }
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers() {
        let check = |text: &str, bits: u64, unsigned: bool| {
            assert_eq!(integer(text), Ok(Value { bits, unsigned }), "{text}");
        };
        check("0", 0, false);
        check("42", 42, false);
        check("017", 15, false);
        check("0x1F", 31, false);
        check("0b101", 5, false);
        check("1'000'000", 1_000_000, false);
        check("7uLL", 7, true);
        check("0xFFFFFFFFFFFFFFFF", u64::MAX, true);
        for wrong in ["1.0", "1e3", "0x1p3", "08", "1h", "18446744073709551616", "0x", "1abc"] {
            assert!(integer(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn characters() {
        let check = |text: &str, value: i64| {
            assert_eq!(character(text).map(Value::signed), Some(value), "{text}");
        };
        check("'A'", 65);
        check(r"'\n'", 10);
        check(r"'\x41'", 65);
        check(r"'\101'", 65);
        check(r"'\377'", -1);
        check("'AB'", 0x4142);
        check("u'\u{e9}'", 0xe9);
        check(r"'\''", 39);
        assert!(character("''").is_none());
    }
}
