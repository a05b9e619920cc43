//! The 16-bit format `bfloat` (the upper half of a `float`): conversions and rounding by bit operations.
//!
//! Engines hold a `bfloat` as an `f32` whose value a `bfloat` can represent. Sum, difference, product and quotient of
//! two such values, computed in `f32` and then rounded by [`round`], are correctly rounded.
//!
//! Must never know what a register or a vector is.

use super::to_odd;

/// The bits of the NaN that arithmetic returns.
pub const CANONICAL_NAN: u16 = 0x7fc0;

/// Bits of a `bfloat` to bits of the equal `float`.
#[inline(always)]
pub fn to_f32_bits(bfloat: u16) -> u32 {
    (bfloat as u32) << 16
}

/// Bits of a `float` to bits of the nearest `bfloat`, ties to even.
///
/// NaN keeps its sign and the upper seven bits of its payload; if those are all zero it becomes quiet, to stay a NaN.
#[inline(always)]
pub fn from_f32_bits(bits: u32) -> u16 {
    let rounded = bits.wrapping_add(0x7fff + ((bits >> 16) & 1)) >> 16;
    let truncated = bits >> 16;
    let nan = if truncated & 0x7f == 0 { truncated | 0x40 } else { truncated };
    (if bits & 0x7fff_ffff > 0x7f80_0000 { nan } else { rounded }) as u16
}

/// The value of a `bfloat` given by its bits.
#[inline(always)]
pub fn to_f32(bfloat: u16) -> f32 {
    f32::from_bits(to_f32_bits(bfloat))
}

/// Bits of the `bfloat` nearest to `x`, ties to even.
#[inline(always)]
pub fn from_f32(x: f32) -> u16 {
    from_f32_bits(x.to_bits())
}

/// The `bfloat` nearest to `x`, ties to even, held as `f32`: equal to `to_f32(from_f32(x))` for every `x`.
#[inline(always)]
pub fn round(x: f32) -> f32 {
    to_f32(from_f32(x))
}

/// The `bfloat` nearest to `x`, ties to even, held as `f32`, rounded once. NaN becomes canonical.
#[inline(always)]
pub fn from_f64(x: f64) -> f32 {
    round(to_odd(x))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bfloat_comes_back() {
        for bits in 0..=u16::MAX {
            assert_eq!(from_f32(to_f32(bits)), bits);
        }
    }

    #[test]
    fn ties_and_their_neighbours() {
        for bits in 0..0x7f7fu16 {
            let middle = ((bits as u32) << 16) + 0x8000;
            let even = bits + (bits & 1);
            assert_eq!(from_f32_bits(middle), even);
            assert_eq!(from_f32_bits(middle - 1), bits);
            assert_eq!(from_f32_bits(middle + 1), bits + 1);
            let middle = f32::from_bits(middle) as f64;
            for (x, expected) in [(middle, even), (middle * (1.0 - 1e-15), bits), (middle * (1.0 + 1e-15), bits + 1)] {
                assert_eq!(from_f64(x).to_bits(), to_f32_bits(expected), "{bits:#06x}");
            }
        }
        assert_eq!(from_f32(f32::MAX), 0x7f80);
        assert_eq!(from_f32_bits(0x7f80_0001), 0x7fc0);
        assert_eq!(from_f32_bits(0xffff_0001), 0xffff);
    }
}
