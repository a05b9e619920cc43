//! Numbers that can be trusted: the scalar rules of every arithmetic and elementary function.
//!
//! Every engine (the interpreter's row loops, the JIT, the constant evaluator) gets its numbers from the operations
//! written here, so that the same program gives the same bytes everywhere. Nothing here calls a platform's `libm`:
//! only IEEE operations that are exactly rounded on every machine (`+ - * / sqrt`, conversions, comparisons, bit
//! operations) are used, in a fixed order, and never fused.
//!
//! A function is a short straight line of such operations, with selects in place of branches, so that
//! `for i in 0..n { out[i] = exp(a[i]) }` becomes vector code and so that a code generator can emit the same line.
//! The two exceptions, whose rare arguments need a longer way, are the radian trigonometric functions and `fmod`;
//! [`rows`] has loops for them that decide once for a row.
//!
//! * [`half`], [`bfloat`]: the 16-bit formats. Engines hold their values as `f32`, rounded after each operation.
//! * [`convert`], [`rounding`], [`integer`], [`minmax`], [`representation`], [`fused`], [`remainder`]: exact functions.
//! * [`wide`]: elementary functions on `f64`, accurate far beyond `f32`.
//! * [`single`], [`half_functions`]: the same functions, rounded once to `float` and to `half`.
//! * [`normalized`], [`pack`], [`srgb`]: pixel components, the pack and unpack functions, the sRGB transfer function.
//!
//! This module must never know about types of the language, registers, lanes or diagnostics: it is a leaf.

pub mod bfloat;
pub mod convert;
pub mod fused;
pub mod half;
pub mod half_functions;
pub mod integer;
pub mod minmax;
pub mod normalized;
pub mod pack;
pub mod remainder;
pub mod representation;
pub mod rounding;
pub mod rows;
pub mod single;
pub mod srgb;
pub mod wide;

/// The NaN that arithmetic returns: quiet, positive, no payload. (Hardware differs: x86 makes a negative one.)
pub const CANONICAL_NAN: f32 = f32::from_bits(0x7fc0_0000);

/// `x`, with every NaN replaced by the canonical one.
///
/// IEEE leaves the sign and payload of a NaN result open and machines differ, so every operation whose NaN can reach
/// memory or `as_type` passes through here. Loads, stores, moves, selects and `as_type` keep a NaN's bits.
///
/// The test is on bits, because the Rust compiler may take a select between `x` and NaN for `x` itself.
#[inline(always)]
pub fn canonicalize(x: f32) -> f32 {
    let bits = x.to_bits();
    f32::from_bits(if bits & 0x7fff_ffff > 0x7f80_0000 { CANONICAL_NAN.to_bits() } else { bits })
}

/// `x` rounded to `f32` by "round to odd": when inexact, to the neighbour whose last bit is 1.
///
/// A value rounded to odd can be rounded again, to any format at least two bits shorter, as if it had been rounded
/// only once. NaN becomes canonical.
#[inline(always)]
pub(crate) fn to_odd(x: f64) -> f32 {
    let nearest = x as f32;
    let back = (nearest as f64).abs();
    let too_small = back < x.abs();
    let too_large = back > x.abs();
    let bits = nearest.to_bits();
    let step = if too_small { 1u32 } else { u32::MAX };
    let adjust = (too_small | too_large) & (bits & 1 == 0);
    canonicalize(f32::from_bits(bits.wrapping_add(if adjust { step } else { 0 })))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn round_to_odd() {
        let odd = |x: f64| to_odd(x).to_bits();
        assert_eq!(odd(1.0), 0x3f80_0000);
        assert_eq!(odd(1.0 + 1e-15), 0x3f80_0001);
        assert_eq!(odd(1.0 - 1e-15), 0x3f7f_ffff);
        assert_eq!(odd(-1.0 - 1e-15), 0xbf80_0001);
        assert_eq!(odd(1e-300), 1);
        assert_eq!(odd(1e300), 0x7f7f_ffff);
        assert_eq!(odd(f64::NEG_INFINITY), 0xff80_0000);
        assert_eq!(odd(-f64::NAN), 0x7fc0_0000);
        assert_eq!(odd(-0.0), 0x8000_0000);
    }

    #[test]
    fn canonical_nan() {
        assert_eq!(canonicalize(f32::from_bits(0xffc0_1234)).to_bits(), 0x7fc0_0000);
        assert_eq!(canonicalize(-0.0).to_bits(), 0x8000_0000);
    }
}
