//! The 16-bit format `half` (IEEE binary16): conversions and rounding by bit operations.
//!
//! Engines hold a `half` as an `f32` whose value a `half` can represent. Sum, difference, product, quotient and square
//! root of two such values, computed in `f32` and then rounded by [`round`], are correctly rounded: 24 bits are at
//! least twice 11 bits plus two. Everything else comes from `f64` through [`from_f64`], rounded once.
//!
//! Must never know what a register or a vector is.

use super::to_odd;

/// The bits of the NaN that arithmetic returns.
pub const CANONICAL_NAN: u16 = 0x7e00;

/// Bits of a `half` to bits of the equal `float`. NaN keeps sign and payload, also a signalling one.
#[inline(always)]
pub fn to_f32_bits(half: u16) -> u32 {
    let sign = (half as u32 & 0x8000) << 16;
    let magnitude = half as u32 & 0x7fff;
    let normal = (magnitude << 13) + (112 << 23);
    let special = (magnitude << 13) + (224 << 23);
    let subnormal = (magnitude as i32 as f32 * f32::from_bits(0x3380_0000)).to_bits(); // times 2^-24
    let bits = if magnitude < 0x0400 { subnormal } else { normal };
    sign | if magnitude >= 0x7c00 { special } else { bits }
}

/// Bits of a `float` to bits of the nearest `half`, ties to even.
///
/// NaN keeps its sign and the upper ten bits of its payload; if those are all zero it becomes quiet, to stay a NaN.
#[inline(always)]
pub fn from_f32_bits(bits: u32) -> u16 {
    let sign = (bits >> 16) & 0x8000;
    let magnitude = bits & 0x7fff_ffff;
    // Adding 0.5 puts a small value where an ulp is 2^-24, the smallest `half`: the addition rounds.
    let subnormal = (f32::from_bits(magnitude) + 0.5).to_bits().wrapping_sub(0x3f00_0000);
    let normal = magnitude.wrapping_sub(112 << 23).wrapping_add(0xfff + ((magnitude >> 13) & 1)) >> 13;
    let payload = (magnitude >> 13) & 0x3ff;
    let nan = 0x7c00 | if payload == 0 { 0x200 } else { payload };
    let finite = if magnitude < 0x3880_0000 { subnormal } else { normal };
    let ordered = if magnitude >= 0x477f_f000 { 0x7c00 } else { finite }; // from 65520 up: infinity
    (sign | if magnitude > 0x7f80_0000 { nan } else { ordered }) as u16
}

/// The value of a `half` given by its bits.
#[inline(always)]
pub fn to_f32(half: u16) -> f32 {
    f32::from_bits(to_f32_bits(half))
}

/// Bits of the `half` nearest to `x`, ties to even.
#[inline(always)]
pub fn from_f32(x: f32) -> u16 {
    from_f32_bits(x.to_bits())
}

/// The `half` nearest to `x`, ties to even, held as `f32`: equal to `to_f32(from_f32(x))` for every `x`.
#[inline(always)]
pub fn round(x: f32) -> f32 {
    let bits = x.to_bits();
    let sign = bits & 0x8000_0000;
    let magnitude = bits & 0x7fff_ffff;
    let subnormal = ((f32::from_bits(magnitude) + 0.5) - 0.5).to_bits();
    let normal = magnitude.wrapping_add(0xfff + ((magnitude >> 13) & 1)) & !0x1fff;
    let truncated = magnitude & !0x1fff;
    let nan = if truncated == 0x7f80_0000 { 0x7fc0_0000 } else { truncated };
    let finite = if magnitude < 0x3880_0000 { subnormal } else { normal };
    let ordered = if magnitude >= 0x477f_f000 { 0x7f80_0000 } else { finite };
    f32::from_bits(sign | if magnitude > 0x7f80_0000 { nan } else { ordered })
}

/// The `half` nearest to `x`, ties to even, held as `f32`, rounded once. NaN becomes canonical.
#[inline(always)]
pub fn from_f64(x: f64) -> f32 {
    round(to_odd(x))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The value of a half by its definition.
    fn value(half: u16) -> f64 {
        let exponent = (half >> 10) & 31;
        let fraction = (half & 1023) as f64;
        let magnitude = match exponent {
            0 => fraction * 2f64.powi(-24),
            31 if fraction == 0.0 => f64::INFINITY,
            31 => f64::NAN,
            _ => (1024.0 + fraction) * 2f64.powi(exponent as i32 - 25),
        };
        if half & 0x8000 != 0 { -magnitude } else { magnitude }
    }

    #[test]
    fn every_half_widens_and_comes_back() {
        for half in 0..=u16::MAX {
            let wide = to_f32(half);
            let expected = value(half);
            assert!(wide as f64 == expected || (wide.is_nan() && expected.is_nan()), "{half:#06x}");
            assert_eq!(wide.is_sign_negative(), half & 0x8000 != 0);
            assert_eq!(from_f32(wide), half, "{half:#06x}");
            assert_eq!(round(wide).to_bits(), wide.to_bits(), "{half:#06x}");
        }
    }

    #[test]
    fn ties_and_their_neighbours() {
        for half in 0..0x7bffu16 {
            let middle = (value(half) + value(half + 1)) / 2.0;
            let even = if half & 1 == 0 { half } else { half + 1 };
            let middle32 = middle as f32;
            assert_eq!(middle32 as f64, middle);
            assert_eq!(from_f32(middle32), even, "{half:#06x}");
            assert_eq!(from_f32(middle32.next_down()), half, "{half:#06x}");
            assert_eq!(from_f32(middle32.next_up()), half + 1, "{half:#06x}");
            assert_eq!(from_f32(-middle32), even | 0x8000);
            // One rounding only: this lies so close to the tie that `f32` can't tell.
            for (x, expected) in [(middle, even), (middle * (1.0 - 1e-15), half), (middle * (1.0 + 1e-15), half + 1)] {
                assert_eq!(from_f64(x).to_bits(), to_f32_bits(expected), "{half:#06x}");
            }
        }
        assert_eq!(from_f32(65519.996), 0x7bff);
        assert_eq!(from_f32(65520.0), 0x7c00);
        assert_eq!(from_f32(f32::MAX), 0x7c00);
        assert_eq!(from_f64(1e300), f32::INFINITY);
        assert_eq!(from_f64(-1e-300).to_bits(), 0x8000_0000);
    }

    #[test]
    fn rounding_is_narrowing_and_widening() {
        let mut bits = 0u32;
        loop {
            assert_eq!(round(f32::from_bits(bits)).to_bits(), to_f32_bits(from_f32_bits(bits)), "{bits:#010x}");
            let (next, wrapped) = bits.overflowing_add(9973);
            if wrapped {
                break;
            }
            bits = next;
        }
    }

    #[test]
    fn nan_payloads() {
        for (single, half) in [(0x7fc0_0000, 0x7e00), (0xffa0_2000, 0xfd01), (0x7f80_2000, 0x7c01)] {
            assert_eq!(from_f32_bits(single), half);
            assert_eq!(to_f32_bits(half), single);
        }
        assert_eq!(from_f32_bits(0x7f80_0001), 0x7e00);
        assert_eq!(from_f64(f64::NAN).to_bits(), 0x7fc0_0000);
    }
}
