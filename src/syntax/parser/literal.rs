//! Decoding of numbers, characters and strings.
//!
//! A floating-point literal is rounded once, from its exact value to its own type, without help of the platform.

use super::Parser;
use super::Symbol;
use super::TokenKind;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::codes;
use crate::source::Span;
use crate::syntax::ast::ExprKind;
use crate::syntax::ast::FloatKind;
use crate::syntax::ast::FloatLiteral;
use crate::syntax::ast::IntLiteral;
use std::cmp::Ordering;
use std::sync::Arc;

/// Why a number has no value.
#[derive(Clone, PartialEq, Eq, Debug)]
enum NumberError {
    /// Not a number of MSL: what is wrong, and what to do.
    Malformed(String, &'static str),
    /// Too large for its type, which is named.
    OutOfRange(&'static str),
}

impl Parser<'_> {
    /// A number; a broken one is reported and taken for a harmless value.
    pub(super) fn number(&mut self, symbol: Symbol) -> ExprKind {
        let span = self.token.span;
        let text = self.interner.text(symbol);
        match decode_number(text) {
            Ok(kind) => kind,
            Err(NumberError::Malformed(message, help)) => {
                let diagnostic = Diagnostic::error(codes::BAD_NUMBER, message, span);
                self.report(if help.is_empty() { diagnostic } else { diagnostic.help(help) });
                ExprKind::Error
            }
            Err(NumberError::OutOfRange(ty)) => {
                self.report(Diagnostic::error(
                    codes::NUMBER_OUT_OF_RANGE,
                    format!("the number '{text}' is too large for '{ty}'"),
                    span,
                ));
                ExprKind::Error
            }
        }
    }

    /// A character literal.
    pub(super) fn character(&mut self, symbol: Symbol) -> ExprKind {
        let span = self.token.span;
        let text = self.interner.text(symbol);
        let inner = text.strip_prefix("u8").unwrap_or(text);
        let decoded = match inner.strip_prefix('\'').and_then(|rest| rest.strip_suffix('\'')) {
            Some(inner) => decode_escapes(inner),
            None => Err("is not a plain character literal: MSL has only 'char'".into()),
        };
        match decoded.as_deref() {
            Ok([byte]) => ExprKind::Char(*byte as i8),
            Ok([]) => self.bad_text("the character literal is empty".into(), span),
            Ok(_) => self.bad_text(format!("the character literal {text} holds more than one byte"), span),
            Err(problem) => self.bad_text(format!("{text} {problem}"), span),
        }
    }

    /// One or more adjacent string literals.
    pub(super) fn strings(&mut self) -> ExprKind {
        let mut bytes = Vec::new();
        let mut broken = false;
        while let TokenKind::String(symbol) = self.token.kind {
            match decode_string(self.interner.text(symbol)) {
                Ok(part) => bytes.extend_from_slice(&part),
                Err(problem) => {
                    let span = self.token.span;
                    self.bad_text(format!("the string {problem}"), span);
                    broken = true;
                }
            }
            self.bump();
        }
        if broken { ExprKind::Error } else { ExprKind::String(bytes.into()) }
    }

    fn bad_text(&mut self, message: String, span: Span) -> ExprKind {
        self.report(Diagnostic::error(codes::BAD_TEXT, message, span));
        ExprKind::Error
    }

    /// A string literal as text, for asm labels.
    pub(super) fn string_text(&mut self) -> Option<Arc<str>> {
        match self.strings() {
            ExprKind::String(bytes) => Some(String::from_utf8_lossy(&bytes).into()),
            _ => None,
        }
    }
}

fn decode_string(text: &str) -> Result<Vec<u8>, String> {
    let text = text.strip_prefix("u8").unwrap_or(text);
    if let Some(raw) = text.strip_prefix("R\"") {
        let inner = raw.strip_suffix('"').and_then(|raw| {
            let (delimiter, rest) = raw.split_once('(')?;
            rest.strip_suffix(delimiter)?.strip_suffix(')')
        });
        return inner.map(|inner| inner.as_bytes().to_vec()).ok_or_else(|| "is not a complete raw string".into());
    }
    match text.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) {
        Some(inner) => decode_escapes(inner),
        None => Err("is not a plain string: MSL has only strings of 'char'".into()),
    }
}

fn decode_escapes(text: &str) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.chars().peekable();
    while let Some(character) = rest.next() {
        if character != '\\' {
            bytes.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
            continue;
        }
        let escape = rest.next().ok_or("ends in a backslash")?;
        let value: u32 = match escape {
            'n' => 10,
            't' => 9,
            'r' => 13,
            'a' => 7,
            'b' => 8,
            'f' => 12,
            'v' => 11,
            'e' => 27,
            '\\' | '\'' | '"' | '?' => escape as u32,
            '0'..='7' => {
                let mut value = escape as u32 - '0' as u32;
                for _ in 0..2 {
                    match rest.peek().and_then(|next| next.to_digit(8)) {
                        Some(digit) => value = value * 8 + digit,
                        None => break,
                    }
                    rest.next();
                }
                value
            }
            'x' => {
                let mut value = None;
                while let Some(digit) = rest.peek().and_then(|next| next.to_digit(16)) {
                    value = Some(value.unwrap_or(0_u32).saturating_mul(16).saturating_add(digit));
                    rest.next();
                }
                value.ok_or("has an escape '\\x' without digits")?
            }
            'u' | 'U' => {
                let count = if escape == 'u' { 4 } else { 8 };
                let mut value = 0_u32;
                for _ in 0..count {
                    let digit = rest.next().and_then(|next| next.to_digit(16));
                    value = value.wrapping_mul(16) + digit.ok_or("has a '\\u' escape with too few digits")?;
                }
                let character = char::from_u32(value).ok_or("names a character that does not exist")?;
                bytes.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
                continue;
            }
            _ => return Err(format!("has an unknown escape '\\{}'", escape.escape_default())),
        };
        bytes.push(u8::try_from(value).map_err(|_| "has an escape that does not fit a 'char'")?);
    }
    Ok(bytes)
}

/// Significand bits, smallest and largest exponent of normal numbers.
#[derive(Clone, Copy)]
struct Format {
    precision: i32,
    min_exponent: i32,
    max_exponent: i32,
}

impl FloatKind {
    fn format(self) -> Format {
        match self {
            Self::Float => Format { precision: 24, min_exponent: -126, max_exponent: 127 },
            Self::Half => Format { precision: 11, min_exponent: -14, max_exponent: 15 },
            Self::BFloat => Format { precision: 8, min_exponent: -126, max_exponent: 127 },
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Float => "float",
            Self::Half => "half",
            Self::BFloat => "bfloat",
        }
    }
}

fn malformed<T>(message: String, help: &'static str) -> Result<T, NumberError> {
    Err(NumberError::Malformed(message, help))
}

fn decode_number(spelled: &str) -> Result<ExprKind, NumberError> {
    let text: String = spelled.chars().filter(|character| *character != '\'').collect();
    let lower = text.to_ascii_lowercase();
    if let Some(digits) = lower.strip_prefix("0x") {
        let end = digits.find(|c: char| !c.is_ascii_hexdigit() && c != '.').unwrap_or(digits.len());
        if digits[..end].contains('.') || digits[end..].starts_with('p') {
            return hexadecimal_float(spelled, digits, end);
        }
        return integer(spelled, &digits[..end], &digits[end..], 16);
    }
    if let Some(digits) = lower.strip_prefix("0b").filter(|rest| !rest.is_empty() && *rest != "f") {
        let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
        return integer(spelled, &digits[..end], &digits[end..], 2);
    }
    let end = decimal_end(&lower);
    let (number, suffix) = lower.split_at(end);
    if !number.contains(['.', 'e']) {
        let radix = if number.len() > 1 && number.starts_with('0') { 8 } else { 10 };
        return integer(spelled, number, suffix, radix);
    }
    if number.matches('.').count() > 1 || !number.contains(|c: char| c.is_ascii_digit()) {
        return malformed(format!("'{spelled}' is not a number"), "");
    }
    let kind = float_suffix(spelled, suffix)?;
    decimal_float(number, kind)
        .map(|value| ExprKind::Float(FloatLiteral { value, kind }))
        .ok_or(NumberError::OutOfRange(kind.name()))
}

/// Where digits, point and exponent end and the suffix begins.
fn decimal_end(text: &str) -> usize {
    let bytes = text.as_bytes();
    let mut end = 0;
    while bytes.get(end).is_some_and(|byte| byte.is_ascii_digit() || *byte == b'.') {
        end += 1;
    }
    if bytes.get(end) == Some(&b'e') {
        let sign = usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
        if bytes.get(end + 1 + sign).is_some_and(u8::is_ascii_digit) {
            end += 1 + sign;
            while bytes.get(end).is_some_and(u8::is_ascii_digit) {
                end += 1;
            }
        }
    }
    end
}

fn float_suffix(spelled: &str, suffix: &str) -> Result<FloatKind, NumberError> {
    match suffix {
        "" | "f" => Ok(FloatKind::Float),
        "h" | "f16" => Ok(FloatKind::Half),
        "bf" | "bf16" => Ok(FloatKind::BFloat),
        "l" => malformed(format!("'{spelled}': MSL has no 'long double'"), "leave the suffix away for a 'float'"),
        _ => malformed(
            format!("'{spelled}' has an unknown suffix '{suffix}'"),
            "floating-point suffixes are 'f', 'h' and 'bf'",
        ),
    }
}

fn integer(spelled: &str, digits: &str, suffix: &str, radix: u32) -> Result<ExprKind, NumberError> {
    let (unsigned, long) = match suffix {
        "" => (false, false),
        "u" => (true, false),
        "l" | "ll" => (false, true),
        "ul" | "ull" | "lu" | "llu" => (true, true),
        "f" | "h" | "bf" if radix == 10 => {
            return malformed(
                format!("'{spelled}' has the suffix of a floating-point number but no point"),
                "write a point before the suffix, such as '1.0f' or '1.h'",
            );
        }
        _ => {
            return malformed(
                format!("'{spelled}' has an unknown suffix '{suffix}'"),
                "integer suffixes are 'u', 'l' and 'ul'",
            );
        }
    };
    if digits.is_empty() {
        return malformed(format!("'{spelled}' has no digits"), "");
    }
    let mut value = 0_u64;
    for character in digits.chars() {
        let Some(digit) = character.to_digit(radix) else {
            let base = if radix == 8 { "an octal number, which '0' begins" } else { "a binary number" };
            return malformed(format!("'{character}' is no digit of {base}"), "");
        };
        value = value
            .checked_mul(u64::from(radix))
            .and_then(|value| value.checked_add(u64::from(digit)))
            .ok_or(NumberError::OutOfRange("ulong"))?;
    }
    // As compilers do: a decimal literal that no signed type holds is unsigned.
    let unsigned = unsigned || (radix == 10 && value > i64::MAX as u64);
    Ok(ExprKind::Int(IntLiteral { value, unsigned, long, decimal: radix == 10 }))
}

fn hexadecimal_float(spelled: &str, text: &str, end: usize) -> Result<ExprKind, NumberError> {
    let Some(exponent) = text[end..].strip_prefix('p') else {
        return malformed(format!("'{spelled}' lacks its exponent"), "a hexadecimal fraction needs one, such as 'p0'");
    };
    let sign = usize::from(exponent.starts_with(['+', '-']));
    let digits = exponent[sign..].find(|c: char| !c.is_ascii_digit()).unwrap_or(exponent.len() - sign);
    let (number, suffix) = exponent.split_at(sign + digits);
    if digits == 0 || text[..end].matches('.').count() > 1 || !text[..end].contains(|c: char| c.is_ascii_hexdigit()) {
        return malformed(format!("'{spelled}' is not a number"), "");
    }
    let kind = float_suffix(spelled, suffix)?;
    // An exponent that overflows is out of every type's range anyhow.
    const FAR: i32 = 1 << 20;
    let mut exponent =
        number.parse::<i32>().map_or(if number.starts_with('-') { -FAR } else { FAR }, |n| n.clamp(-FAR, FAR));
    let (mut mantissa, mut sticky, mut fraction) = (0_u64, false, false);
    for character in text[..end].chars() {
        let Some(digit) = character.to_digit(16) else {
            fraction = true;
            continue;
        };
        if mantissa >> 56 == 0 {
            mantissa = mantissa * 16 + u64::from(digit);
            exponent = exponent.saturating_sub(if fraction { 4 } else { 0 });
        } else {
            sticky |= digit != 0;
            exponent = exponent.saturating_add(if fraction { 0 } else { 4 });
        }
    }
    // Room for one more bit below, which stands for all that was cut off.
    round(mantissa << 1 | u64::from(sticky), exponent - 1, kind.format())
        .map(|value| ExprKind::Float(FloatLiteral { value, kind }))
        .ok_or(NumberError::OutOfRange(kind.name()))
}

/// The decimal number rounded to a type; `None` if it is too large.
fn decimal_float(number: &str, kind: FloatKind) -> Option<f64> {
    if kind == FloatKind::Float {
        return number.parse::<f32>().ok().filter(|value| value.is_finite()).map(f64::from);
    }
    let value = number.parse::<f64>().ok().filter(|value| value.is_finite())?;
    if value == 0.0 {
        return Some(0.0);
    }
    // A value so small that it is subnormal as a double is nothing as a half, and near nothing as a bfloat.
    let bits = value.to_bits();
    let biased = (bits >> 52) as i32;
    let mantissa = (bits & ((1 << 52) - 1)) | if biased > 0 { 1 << 52 } else { 0 };
    // The double was rounded already: two more bits say to which side, so that it is not rounded twice.
    let exact = match compare_decimals(number, &format!("{value:.800e}")) {
        Ordering::Less => mantissa * 4 - 1,
        Ordering::Equal => mantissa * 4,
        Ordering::Greater => mantissa * 4 + 1,
    };
    round(exact, biased.max(1) - 1075 - 2, kind.format())
}

/// Compares two positive decimal numbers exactly.
fn compare_decimals(a: &str, b: &str) -> Ordering {
    let (a, b) = (normal_decimal(a), normal_decimal(b));
    if a.0.is_empty() || b.0.is_empty() {
        return a.0.len().cmp(&b.0.len());
    }
    // Without trailing zeros, a proper prefix is the smaller number.
    a.1.cmp(&b.1).then_with(|| a.0.cmp(&b.0))
}

/// Digits without zeros at either end, and the power of ten of the first one.
fn normal_decimal(text: &str) -> (Vec<u8>, i64) {
    let (mantissa, exponent) = text.split_once('e').unwrap_or((text, "0"));
    let mut power: i64 = exponent.parse().unwrap_or(0);
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits: Vec<u8> = whole.bytes().chain(fraction.bytes()).collect();
    power += whole.len() as i64 - 1;
    let zeros = digits.iter().take_while(|digit| **digit == b'0').count();
    let end = digits.iter().rposition(|digit| *digit != b'0').map_or(0, |last| last + 1);
    (digits.get(zeros..end).unwrap_or_default().to_vec(), power - zeros as i64)
}

/// `mantissa * 2^exponent` to the nearest number of the format, ties to even; `None` if it is too large.
fn round(mantissa: u64, exponent: i32, format: Format) -> Option<f64> {
    if mantissa == 0 {
        return Some(0.0);
    }
    let top = exponent.saturating_add(63 - mantissa.leading_zeros() as i32);
    if top > format.max_exponent {
        return None;
    }
    let unit = top.max(format.min_exponent) - (format.precision - 1);
    let shift = unit - exponent;
    let (quotient, unit) = match shift {
        ..=0 => (mantissa, exponent),
        64.. => (0, unit),
        _ => {
            let (quotient, rest, half) = (mantissa >> shift, mantissa & ((1 << shift) - 1), 1 << (shift - 1));
            (quotient + u64::from(rest > half || (rest == half && quotient & 1 == 1)), unit)
        }
    };
    let value = quotient as f64 * power_of_two(unit);
    (value < power_of_two(format.max_exponent + 1)).then_some(value)
}

/// `2^exponent` for exponents of normal doubles.
fn power_of_two(exponent: i32) -> f64 {
    f64::from_bits(((exponent + 1023).clamp(1, 2046) as u64) << 52)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn float(text: &str) -> f64 {
        match decode_number(text) {
            Ok(ExprKind::Float(literal)) => literal.value,
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn integers() {
        let cases: &[(&str, u64, bool, bool, bool)] = &[
            ("0", 0, false, false, true),
            ("42u", 42, true, false, true),
            ("1ul", 1, true, true, true),
            ("7LL", 7, false, true, true),
            ("0xFFFFu", 0xffff, true, false, false),
            ("0xFFFFFFFFFFFFFFFF", u64::MAX, false, false, false),
            ("0b101", 5, false, false, false),
            ("0b11U", 3, true, false, false),
            ("017", 15, false, false, false),
            ("1'000'000", 1_000_000, false, false, true),
            ("18446744073709551615u", u64::MAX, true, false, true),
            ("18446744069414584321", 18_446_744_069_414_584_321, true, false, true),
            ("0x1bf", 0x1bf, false, false, false),
        ];
        for (text, value, unsigned, long, decimal) in cases.iter().copied() {
            match decode_number(text) {
                Ok(ExprKind::Int(literal)) => {
                    assert_eq!(literal, IntLiteral { value, unsigned, long, decimal }, "{text}");
                }
                other => panic!("{text}: {other:?}"),
            }
        }
    }

    #[test]
    fn floats_are_rounded_once() {
        assert_eq!(float("0.5"), 0.5);
        assert_eq!(float("0.1"), f64::from(0.1_f32));
        assert_eq!(float(".5f"), 0.5);
        assert_eq!(float("1.F"), 1.0);
        assert_eq!(float("1e3"), 1000.0);
        assert_eq!(float("1.0E-2h"), 0.010_002_136_230_468_75);
        assert_eq!(float("65504.0h"), 65504.0);
        assert_eq!(float("65519.99h"), 65504.0);
        // 2049 lies halfway between 2048 and 2050: to even, unless a digit far behind says otherwise.
        assert_eq!(float("2049.0h"), 2048.0);
        assert_eq!(float("2049.000000000000000000000001h"), 2050.0);
        assert_eq!(float("2050.999999999999999999999999h"), 2050.0);
        assert_eq!(float("257.0bf"), 256.0);
        assert_eq!(float("2.0bf"), 2.0);
        assert_eq!(float("5.9604644775390625e-8h"), 1.0 / f64::from(1 << 24));
        assert_eq!(float("2.98023223876953125e-8h"), 0.0);
        assert_eq!(float("0x1p-32f"), 1.0 / 4_294_967_296.0);
        assert_eq!(float("0x1.8p1"), 3.0);
        assert_eq!(float("0x1.fffffffp0"), 2.0);
        assert_eq!(float("0x1.0000010000001p0f"), 1.0 + 1.0 / 8_388_608.0);
        assert_eq!(float("0x1.000001p0f"), 1.0);
    }

    #[test]
    fn wrong_numbers() {
        for text in ["1f", "0x", "09", "0b12", "1.0q", "1.0L", "0x1.8", "1u8", "1.2.3", "1e", "0x1p"] {
            assert!(matches!(decode_number(text), Err(NumberError::Malformed(..))), "{text}");
        }
        for text in ["99999999999999999999", "0x10000000000000000", "1e39", "65520.0h", "0x1p128"] {
            assert!(matches!(decode_number(text), Err(NumberError::OutOfRange(_))), "{text}");
        }
    }

    #[test]
    fn escapes() {
        assert_eq!(decode_string(r#""a\n\x41\101\0""#).unwrap(), b"a\nAA\0");
        assert_eq!(decode_string("R\"x(a\\n)x\"").unwrap(), b"a\\n");
        assert_eq!(decode_string("\"\u{e9}\\u00e9\"").unwrap(), [0xc3, 0xa9, 0xc3, 0xa9]);
        assert!(decode_string(r#""\q""#).is_err());
        assert!(decode_string(r#""\xfff""#).is_err());
        assert!(decode_string("L\"a\"").is_err());
    }
}
