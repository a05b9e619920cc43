//! `TYPE:VALUES` and its relatives: the contents of a buffer in one line.

use super::element::ElementType;
use crate::msl::Scalar;
use crate::numerics::bfloat;
use crate::numerics::half;

/// What is asked for; files and addresses are the caller's to fetch.
#[derive(Clone, PartialEq, Debug)]
pub enum Spec {
    /// Contents, ready.
    Data(Data),
    /// `@FILE.npy` or `@FILE.bin`.
    File(String),
    /// `address:1,2,null`: the addresses of other bound buffers by index.
    Addresses(Vec<Option<u32>>),
}

/// Contents of a buffer.
#[derive(Clone, PartialEq, Debug)]
pub struct Data {
    /// What it is made of; `None` for raw bytes.
    pub element: Option<ElementType>,
    /// The bytes.
    pub bytes: Vec<u8>,
}

/// A buffer is at most this large: 4 GiB.
const MAX_BYTES: u64 = 1 << 32;

/// Reads a specification.
///
/// # Errors
/// One line that says what is wrong with the text.
pub fn parse_spec(text: &str) -> Result<Spec, String> {
    if let Some(path) = text.strip_prefix('@') {
        return if path.is_empty() { Err("`@` needs a file name".into()) } else { Ok(Spec::File(path.into())) };
    }
    if let Some(count) = call(text, "bytes") {
        let count = parse_count(count.trim())?;
        if count > MAX_BYTES {
            return Err(format!("`{text}` is larger than 4 GiB"));
        }
        return Ok(Spec::Data(Data { element: None, bytes: vec![0; count as usize] }));
    }
    let Some((name, values)) = text.split_once(':') else {
        return Err(format!(
            "`{text}` is no data: write TYPE:VALUES (such as float:1,2,3 or uint:zeros(16)), @FILE.npy, @FILE.bin or \
             bytes(N)"
        ));
    };
    if name == "address" {
        let addresses = values.split(',').map(|item| match item.trim() {
            "null" => Ok(None),
            item => item.parse().map(Some).map_err(|_| format!("`{item}` is no buffer index")),
        });
        return Ok(Spec::Addresses(addresses.collect::<Result<_, _>>()?));
    }
    let Some(element) = ElementType::from_name(name) else {
        return Err(format!(
            "`{name}` is no element type: use an MSL scalar or vector such as float, uint, half4, packed_float3"
        ));
    };
    Ok(Spec::Data(Data { element: Some(element), bytes: parse_values(element, values)? }))
}

/// The inside of `name(…)`.
fn call<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    text.strip_prefix(name)?.strip_prefix('(')?.strip_suffix(')')
}

fn parse_count(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("`{text}` is no count"))
}

/// Splits at commas outside parentheses.
fn items(text: &str) -> Vec<&str> {
    let mut depth = 0_usize;
    let mut start = 0;
    let mut out = Vec::new();
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'(' => depth += 1,
            b')' => depth = depth.saturating_sub(1),
            b',' if depth == 0 => {
                out.push(text[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    out.push(text[start..].trim());
    out
}

/// Collects components and pads elements.
struct Writer {
    element: ElementType,
    bytes: Vec<u8>,
    lane: u8,
}

impl Writer {
    fn component(&mut self, bits: u64) -> Result<(), String> {
        if self.bytes.len() as u64 >= MAX_BYTES {
            return Err("the buffer would be larger than 4 GiB".into());
        }
        self.bytes.extend_from_slice(&bits.to_le_bytes()[..self.element.component_size()]);
        self.lane += 1;
        if self.lane == self.element.lanes {
            self.lane = 0;
            let stride = self.element.stride();
            self.bytes.resize(self.bytes.len().next_multiple_of(stride), 0);
        }
        Ok(())
    }

    /// `count` elements, each component from its running number.
    fn elements(&mut self, count: u64, mut value: impl FnMut(u64) -> u64) -> Result<(), String> {
        if self.lane != 0 {
            return Err("a generator may not start inside a vector".into());
        }
        let lanes = u64::from(self.element.lanes);
        if count.saturating_mul(self.element.stride() as u64) > MAX_BYTES {
            return Err("the buffer would be larger than 4 GiB".into());
        }
        for number in 0..count * lanes {
            self.component(value(number))?;
        }
        Ok(())
    }
}

fn parse_values(element: ElementType, text: &str) -> Result<Vec<u8>, String> {
    let mut writer = Writer { element, bytes: Vec::new(), lane: 0 };
    let scalar = element.scalar;
    for item in items(text) {
        if let Some(inside) = call(item, "zeros") {
            writer.elements(parse_count(inside.trim())?, |_| 0)?;
        } else if let Some(inside) = call(item, "iota") {
            writer.elements(parse_count(inside.trim())?, |number| from_u64(scalar, number))?;
        } else if let Some(inside) = call(item, "fill") {
            let (count, value) = inside.split_once(',').ok_or_else(|| format!("`{item}` needs fill(N,V)"))?;
            let value = parse_value(scalar, value.trim())?;
            writer.elements(parse_count(count.trim())?, |_| value)?;
        } else if let Some(inside) = call(item, "random") {
            let mut random = Random::parse(scalar, inside)?;
            writer.elements(random.count, |_| random.next())?;
        } else {
            writer.component(parse_value(scalar, item)?)?;
        }
    }
    if writer.lane != 0 {
        return Err(format!("the list ends inside a {}: it has {} components", element.name(), element.lanes));
    }
    Ok(writer.bytes)
}

fn from_u64(scalar: Scalar, value: u64) -> u64 {
    match scalar {
        _ if scalar.is_float() => float_bits(scalar, value as f64),
        Scalar::Bool => u64::from(value != 0),
        _ => value,
    }
}

/// One scalar from text: its bits.
///
/// # Errors
/// One line that says what is wrong with the text.
pub fn parse_value(scalar: Scalar, text: &str) -> Result<u64, String> {
    let wrong = || format!("`{text}` is no {}", scalar.msl_name());
    if scalar == Scalar::Bool {
        return match text {
            "true" | "1" => Ok(1),
            "false" | "0" => Ok(0),
            _ => Err(wrong()),
        };
    }
    if scalar.is_float() {
        let (negative, magnitude) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text.strip_prefix('+').unwrap_or(text)),
        };
        if let Some(digits) = magnitude.strip_prefix("0x") {
            let value = u64::from_str_radix(digits, 16).map_err(|_| wrong())? as f64;
            return Ok(float_bits(scalar, if negative { -value } else { value }));
        }
        if scalar == Scalar::F32 {
            // Straight to float: rounding once.
            let value: f32 = match magnitude {
                "inf" => f32::INFINITY,
                "nan" => return Ok(0x7fc0_0000),
                _ => magnitude.trim_end_matches(['f', 'F']).parse().map_err(|_| wrong())?,
            };
            return Ok(u64::from(if negative { -value } else { value }.to_bits()));
        }
        let value = match magnitude {
            "inf" => f64::INFINITY,
            "nan" => return Ok(if scalar == Scalar::F16 { 0x7e00 } else { 0x7fc0 }),
            _ => magnitude.trim_end_matches(['h', 'H']).parse().map_err(|_| wrong())?,
        };
        return Ok(float_bits(scalar, if negative { -value } else { value }));
    }
    let (negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let magnitude = if let Some(hex) = digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        u64::from_str_radix(hex, 16)
    } else if let Some(binary) = digits.strip_prefix("0b") {
        u64::from_str_radix(binary, 2)
    } else {
        digits.trim_end_matches(['u', 'U']).parse()
    };
    let magnitude = i128::from(magnitude.map_err(|_| wrong())?);
    let value = if negative { -magnitude } else { magnitude };
    let bits = scalar.bits();
    // Bit patterns such as 0xFFFFFFFF are welcome for signed types, too.
    let low = if scalar.is_signed() { -(1_i128 << (bits - 1)) } else { 0 };
    let is_pattern = digits.starts_with("0x") && !negative;
    let high = if scalar.is_signed() && !is_pattern { (1_i128 << (bits - 1)) - 1 } else { (1_i128 << bits) - 1 };
    if value < low || value > high {
        return Err(format!("{text} does not fit in {}", scalar.msl_name()));
    }
    Ok(value as u64)
}

fn float_bits(scalar: Scalar, value: f64) -> u64 {
    match scalar {
        Scalar::F16 => u64::from(half::from_f32(half::from_f64(value))),
        Scalar::BF16 => u64::from(bfloat::from_f32(bfloat::from_f64(value))),
        _ => u64::from((value as f32).to_bits()),
    }
}

/// `random(N,seed=S[,lo=L,hi=H])`: SplitMix64 (Steele, Lea, Flood 2014), its top 24 bits scaled for floats.
struct Random {
    scalar: Scalar,
    count: u64,
    state: u64,
    low: f64,
    high: f64,
}

impl Random {
    fn parse(scalar: Scalar, text: &str) -> Result<Self, String> {
        let mut parts = text.split(',').map(str::trim);
        let count = parse_count(parts.next().unwrap_or(""))?;
        let (default_low, default_high) = if scalar.is_float() {
            (0.0, 1.0)
        } else if scalar.is_signed() {
            let half = 2_f64.powi(scalar.bits() as i32 - 1);
            (-half, half - 1.0)
        } else {
            (0.0, 2_f64.powi(scalar.bits() as i32) - 1.0)
        };
        let mut this = Self { scalar, count, state: 0, low: default_low, high: default_high };
        for part in parts {
            let (key, value) = part.split_once('=').ok_or_else(|| format!("`{part}` is not KEY=VALUE"))?;
            let wrong = |_| format!("`{value}` is no number");
            match key {
                "seed" => this.state = value.parse().map_err(|_| format!("`{value}` is no seed"))?,
                "lo" => this.low = value.parse().map_err(wrong)?,
                "hi" => this.high = value.parse().map_err(wrong)?,
                _ => return Err(format!("random has seed, lo and hi, not `{key}`")),
            }
        }
        if this.low > this.high || !this.low.is_finite() || !this.high.is_finite() {
            return Err("random needs lo <= hi, both finite".into());
        }
        Ok(this)
    }

    fn bits(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Floats: uniform in [lo, hi). Integers: uniform in lo..=hi.
    fn next(&mut self) -> u64 {
        let bits = self.bits();
        if self.scalar.is_float() {
            let unit = (bits >> 40) as f64 / 16_777_216.0;
            return float_bits(self.scalar, self.low + (self.high - self.low) * unit);
        }
        let low = self.low as i128;
        let span = (self.high as i128 - low + 1).max(1) as u128;
        (low + ((u128::from(bits) * span) >> 64) as i128) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn data(text: &str) -> Vec<u8> {
        match parse_spec(text) {
            Ok(Spec::Data(data)) => data.bytes,
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn lists_and_generators() {
        assert_eq!(
            data("uint:1,0x10,zeros(1),fill(2,7)"),
            [1, 0, 0, 0, 16, 0, 0, 0, 0, 0, 0, 0, 7, 0, 0, 0, 7, 0, 0, 0]
        );
        assert_eq!(data("uchar3:1,2,3"), [1, 2, 3, 0]);
        assert_eq!(data("packed_uchar3:iota(2)"), [0, 1, 2, 3, 4, 5]);
        assert_eq!(data("half:1,-2"), [0, 0x3c, 0, 0xc0]);
        assert_eq!(data("short:-1"), [0xff, 0xff]);
        assert_eq!(data("int:0xFFFFFFFF"), [0xff; 4]);
        assert_eq!(data("float:inf"), [0, 0, 0x80, 0x7f]);
        assert_eq!(data("bytes(3)"), [0; 3]);
        assert_eq!(data("bfloat:1"), [0x80, 0x3f]);
    }

    #[test]
    fn random_is_within_bounds_and_repeatable() {
        let bytes = data("float:random(100,seed=3,lo=-1,hi=1)");
        assert_eq!(bytes, data("float:random(100,seed=3,lo=-1,hi=1)"));
        for value in bytes.chunks_exact(4).map(|b| f32::from_le_bytes([b[0], b[1], b[2], b[3]])) {
            assert!((-1.0..1.0).contains(&value), "{value}");
        }
        let bytes = data("uchar:random(100,seed=1,lo=5,hi=6)");
        assert!(bytes.iter().all(|byte| *byte == 5 || *byte == 6) && bytes.contains(&5) && bytes.contains(&6));
    }

    #[test]
    fn wrong_text_is_told_in_one_line() {
        for (text, part) in [
            ("float", "TYPE:VALUES"),
            ("double:1", "no element type"),
            ("uchar:256", "does not fit"),
            ("int:1.5", "no int"),
            ("float2:1,2,3", "inside a float2"),
            ("float:fill(3)", "fill(N,V)"),
            ("float:zeros(x)", "no count"),
            ("float:zeros(99999999999)", "4 GiB"),
            ("@", "file name"),
            ("address:x", "no buffer index"),
            ("float:random(3,step=1)", "seed, lo and hi"),
        ] {
            let error = parse_spec(text).expect_err(text);
            assert!(error.contains(part) && !error.contains('\n'), "{text}: {error}");
        }
    }
}
