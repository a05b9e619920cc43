//! The sRGB transfer function, computed in `f64` and rounded once.
//!
//! Must never know about channels: alpha is linear, and that is the caller's business.

use super::canonicalize;
use super::half;
use super::wide::powr;

#[inline(always)]
fn decode_wide(encoded: f64) -> f64 {
    let curve = powr((encoded + 0.055) / 1.055, 2.4);
    if encoded <= 0.04045 { encoded / 12.92 } else { curve }
}

#[inline(always)]
fn encode_wide(linear: f64) -> f64 {
    let positive = if linear > 0.0 { linear } else { 0.0 }; // NaN too
    let clamped = if positive < 1.0 { positive } else { 1.0 };
    let curve = 1.055 * powr(clamped, 1.0 / 2.4) - 0.055;
    if clamped < 0.0031308 { 12.92 * clamped } else { curve }
}

/// Linear value of an encoded one, in [0, 1].
#[inline(always)]
pub fn decode(encoded: f32) -> f32 {
    canonicalize(decode_wide(encoded as f64) as f32)
}

/// Encoded value of a linear one, clamped to [0, 1]; NaN counts as 0.
#[inline(always)]
pub fn encode(linear: f32) -> f32 {
    encode_wide(linear as f64) as f32
}

/// Linear value of an 8-bit code.
#[inline(always)]
pub fn decode_unorm8(code: u32) -> f32 {
    decode_wide((code & 0xff) as f64 / 255.0) as f32
}

/// Linear value of an 8-bit code, as a `half` held as `f32`.
#[inline(always)]
pub fn decode_unorm8_half(code: u32) -> f32 {
    half::from_f64(decode_wide((code & 0xff) as f64 / 255.0))
}

/// 8-bit code nearest to the encoded value of a linear one, clamped to [0, 1]; NaN counts as 0.
#[inline(always)]
pub fn encode_unorm8(linear: f32) -> u32 {
    (encode_wide(linear as f64) * 255.0 + 0.5) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_come_back() {
        for code in 0..256 {
            assert_eq!(encode_unorm8(decode_unorm8(code)), code);
            assert_eq!((encode(decode_unorm8(code)) * 255.0).round() as u32, code);
        }
    }

    #[test]
    fn known_values() {
        // From the definition, by hand and with 30 digits: code 188 is half intensity to within a code.
        assert_eq!((decode_unorm8(0), decode_unorm8(255)), (0.0, 1.0));
        assert_eq!(decode_unorm8(10), (10.0 / 255.0 / 12.92) as f32);
        assert!((decode_unorm8(188) - 0.502_886_5).abs() < 1e-7);
        assert!((decode(0.5) - 0.214_041_14).abs() < 1e-8);
        assert_eq!(encode_unorm8(0.5), 188);
        assert_eq!((encode(-1.0), encode(2.0), encode(f32::NAN), encode(f32::INFINITY)), (0.0, 1.0, 0.0, 1.0));
        assert_eq!(decode(f32::NAN).to_bits(), 0x7fc0_0000);
    }
}
