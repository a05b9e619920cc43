//! Pixel component codes: normalized integers, small floats, shared exponents, extended range.
//!
//! Decoding to `float` is correctly rounded. Encoding rounds to nearest, ties to even, unless said otherwise; what is
//! out of range is clamped and NaN counts as 0.
//!
//! Must never know about pixel formats: how components are arranged is a caller's business ([`super::pack`] is one).

use super::half;

/// The largest code of an unsigned normalized integer, up to 24 bits.
#[inline(always)]
fn unorm_max(bits: u32) -> u32 {
    (1 << bits) - 1
}

/// The largest code of a signed normalized integer, up to 24 bits.
#[inline(always)]
fn snorm_max(bits: u32) -> u32 {
    (1 << (bits - 1)) - 1
}

/// `code` of `bits` bits, sign-extended.
#[inline(always)]
fn sign_extend(code: u32, bits: u32) -> i32 {
    ((code << (32 - bits)) as i32) >> (32 - bits)
}

/// `code / (2^bits - 1)`, for the low `bits` bits of `code`.
#[inline(always)]
pub fn unorm_to_float(code: u32, bits: u32) -> f32 {
    let max = unorm_max(bits);
    (code & max) as f32 / max as f32
}

/// [`unorm_to_float`], rounded to `half`.
#[inline(always)]
pub fn unorm_to_half(code: u32, bits: u32) -> f32 {
    let max = unorm_max(bits);
    half::from_f64((code & max) as f64 / max as f64)
}

/// `max(-1, code / (2^(bits - 1) - 1))`, for the low `bits` bits of `code`.
#[inline(always)]
pub fn snorm_to_float(code: u32, bits: u32) -> f32 {
    let value = sign_extend(code, bits) as f32 / snorm_max(bits) as f32;
    if value < -1.0 { -1.0 } else { value }
}

/// [`snorm_to_float`], rounded to `half`.
#[inline(always)]
pub fn snorm_to_half(code: u32, bits: u32) -> f32 {
    let value = sign_extend(code, bits) as f64 / snorm_max(bits) as f64;
    half::from_f64(if value < -1.0 { -1.0 } else { value })
}

/// The integer nearest to `x`, ties to even, clamped to an interval; 0 for NaN.
#[inline(always)]
fn nearest_within(x: f64, low: f64, high: f64) -> i32 {
    let ordered = if x.is_nan() { 0.0 } else { x };
    let above = if ordered > low { ordered } else { low };
    let within = if above < high { above } else { high };
    ((within + 6755399441055744.0) - 6755399441055744.0) as i32 // 1.5 * 2^52 leaves no fraction
}

/// The code of `bits` bits nearest to `x * (2^bits - 1)`.
#[inline(always)]
pub fn float_to_unorm(x: f32, bits: u32) -> u32 {
    let max = unorm_max(bits) as f64;
    nearest_within(x as f64 * max, 0.0, max) as u32
}

/// The code of `bits` bits nearest to `x * (2^(bits - 1) - 1)`.
#[inline(always)]
pub fn float_to_snorm(x: f32, bits: u32) -> u32 {
    let max = snorm_max(bits) as f64;
    nearest_within(x as f64 * max, -max, max) as u32 & unorm_max(bits)
}

/// A small float of no sign, 5 bits of exponent and `mantissa` bits of fraction: 6 in an 11-bit float, 5 in a 10-bit one.
#[inline(always)]
pub fn small_float_to_float(code: u32, mantissa: u32) -> f32 {
    half::to_f32(((code << (10 - mantissa)) & 0x7fff) as u16)
}

/// The nearest small float (see [`small_float_to_float`]), ties to even. Negative values give 0, also minus infinity;
/// what rounds beyond the largest gives infinity; NaN stays NaN.
#[inline(always)]
pub fn float_to_small_float(x: f32, mantissa: u32) -> u32 {
    let bits = x.to_bits();
    let infinity = 31 << mantissa;
    let shift = 23 - mantissa;
    // Adding this puts a small value where an ulp is the smallest code: the addition rounds.
    let carrier = f32::from_bits((127 + 9 - mantissa) << 23);
    let subnormal = (x + carrier).to_bits().wrapping_sub(carrier.to_bits());
    let half_ulp = (1 << (shift - 1)) - 1 + ((bits >> shift) & 1);
    let normal = bits.wrapping_sub(112 << 23).wrapping_add(half_ulp) >> shift;
    let finite = if bits < 113 << 23 { subnormal } else { normal };
    let positive = if (bits >= 143 << 23) | (finite > infinity) { infinity } else { finite };
    let ordered = if x > 0.0 { positive } else { 0 };
    if x.is_nan() { infinity | (1 << (mantissa - 1)) } else { ordered }
}

/// The three components of a shared-exponent pixel: 9 bits each from the low end, then 5 bits of exponent.
#[inline(always)]
pub fn rgb9e5_to_float(pixel: u32) -> [f32; 3] {
    let scale = f32::from_bits(((pixel >> 27) + 127 - 24) << 23); // 2^(E - 15) / 512
    [0, 9, 18].map(|shift| ((pixel >> shift) & 0x1ff) as f32 * scale)
}

/// The shared-exponent pixel of three components, each clamped to [0, 65408].
#[inline(always)]
pub fn float_to_rgb9e5(components: [f32; 3]) -> u32 {
    const LARGEST: f32 = 65408.0; // 511/512 * 2^16
    let [red, green, blue] = components.map(|x| {
        let positive = if x > 0.0 { x } else { 0.0 }; // NaN too
        (if positive < LARGEST { positive } else { LARGEST }) as f64
    });
    let largest = if red > green { red } else { green };
    let largest = if largest > blue { largest } else { blue };
    let logarithm = ((largest.to_bits() >> 52) as i32) - 1023; // floor(log2), far below -16 for zero
    let first = logarithm.max(-16) + 16;
    let round = |x: f64, exponent: i32| (x * f64::from_bits(((24 - exponent + 1023) as u64) << 52) + 0.5) as u32;
    let exponent = if round(largest, first) == 512 { first + 1 } else { first };
    round(red, exponent) | (round(green, exponent) << 9) | (round(blue, exponent) << 18) | ((exponent as u32) << 27)
}

/// A 10-bit extended-range code: `(code - 384) / 510`.
#[inline(always)]
pub fn extended_range_to_float(code: u32) -> f32 {
    ((code & 0x3ff) as i32 - 384) as f32 / 510.0
}

/// The nearest 10-bit extended-range code.
#[inline(always)]
pub fn float_to_extended_range(x: f32) -> u32 {
    let ordered = if x.is_nan() { 0.0 } else { x as f64 };
    nearest_within(ordered * 510.0 + 384.0, 0.0, 1023.0) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_come_back() {
        for bits in [1, 2, 4, 5, 6, 8, 10, 16] {
            for code in 0..1u32 << bits {
                assert_eq!(float_to_unorm(unorm_to_float(code, bits), bits), code);
                if bits > 1 && code != 1 << (bits - 1) {
                    assert_eq!(float_to_snorm(snorm_to_float(code, bits), bits), code, "{code} of {bits}");
                }
            }
        }
        assert_eq!(snorm_to_float(0x80, 8), -1.0);
        assert_eq!(snorm_to_half(0x8000, 16), -1.0);
        assert_eq!(float_to_snorm(-1.0, 8), 0x81);
        for code in 0..1024 {
            assert_eq!(float_to_extended_range(extended_range_to_float(code)), code);
        }
    }

    #[test]
    fn clamping_and_ties() {
        for (x, expected) in
            [(f32::NAN, 0), (-1.0, 0), (2.0, 255), (f32::INFINITY, 255), (0.5, 128), (0.1, 26), (0.3, 77)]
        {
            assert_eq!(float_to_unorm(x, 8), expected, "{x}"); // 0.5: 127.5 to even; 0.3: a bit above 76.5
        }
        assert_eq!(float_to_unorm(0.49999997, 8), 127);
        assert_eq!(float_to_snorm(f32::NAN, 8), 0);
        assert_eq!(float_to_snorm(-0.5, 8), (-64i32 & 0xff) as u32); // -63.5 to even
        assert_eq!(unorm_to_float(1, 24), 1.0 / 16777215.0);
        assert_eq!(float_to_unorm(1.0, 24), 16777215);
    }

    #[test]
    fn small_floats() {
        for mantissa in [5, 6] {
            let infinity = 31u32 << mantissa;
            for code in 0..infinity {
                let value = small_float_to_float(code, mantissa);
                assert_eq!(float_to_small_float(value, mantissa), code);
                assert_eq!(float_to_small_float(-value, mantissa), 0);
                let next = if code + 1 == infinity { 65536.0 } else { small_float_to_float(code + 1, mantissa) };
                let middle = (value + next) / 2.0;
                assert_eq!(float_to_small_float(middle, mantissa), code + (code & 1));
                assert_eq!(float_to_small_float(middle.next_down(), mantissa), code);
                assert_eq!(float_to_small_float(middle.next_up(), mantissa), code + 1);
            }
            assert_eq!(float_to_small_float(f32::INFINITY, mantissa), infinity);
            assert_eq!(float_to_small_float(f32::MAX, mantissa), infinity);
            assert_eq!(float_to_small_float(f32::NEG_INFINITY, mantissa), 0);
            assert!(small_float_to_float(float_to_small_float(-f32::NAN, mantissa), mantissa).is_nan());
        }
        assert_eq!(small_float_to_float(0x3c0, 6), 1.0);
        assert_eq!(small_float_to_float(1, 5), 2f32.powi(-19));
    }

    #[test]
    fn shared_exponent() {
        assert_eq!(float_to_rgb9e5([1.0, 0.5, 0.25]), 0x8000_0000 | 256 | (128 << 9) | (64 << 18)); // exponent 16
        assert_eq!(rgb9e5_to_float(0x8000_0000 | 256 | (128 << 9) | (64 << 18)), [1.0, 0.5, 0.25]);
        assert_eq!(rgb9e5_to_float(float_to_rgb9e5([f32::INFINITY, f32::NAN, -1.0])), [65408.0, 0.0, 0.0]);
        assert_eq!(float_to_rgb9e5([0.0; 3]), 0);
        // 511.5 / 512 rounds its mantissa up to 512: the exponent moves.
        assert_eq!(rgb9e5_to_float(float_to_rgb9e5([0.999_5, 0.0, 0.0])), [1.0, 0.0, 0.0]);
        assert_eq!(rgb9e5_to_float(float_to_rgb9e5([2f32.powi(-24), 0.0, 0.0]))[0], 2f32.powi(-24));
        assert_eq!(rgb9e5_to_float(0xf800_01ff)[0], 65408.0);
    }
}
