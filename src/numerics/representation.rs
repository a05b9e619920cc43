//! Functions on the representation of a number: sign, exponent, neighbours. All exact.
//!
//! Must never know what a register or a vector is.

use super::canonicalize;

/// `ilogb` of zero.
pub const ILOGB_ZERO: i32 = i32::MIN;
/// `ilogb` of NaN.
pub const ILOGB_NAN: i32 = i32::MIN;

/// `x` with the sign of `y`. Works on NaN; the other bits are kept.
#[inline(always)]
pub fn copysign(x: f32, y: f32) -> f32 {
    f32::from_bits((x.to_bits() & 0x7fff_ffff) | (y.to_bits() & 0x8000_0000))
}

/// `x` without its sign. Works on NaN; the other bits are kept.
#[inline(always)]
pub fn fabs(x: f32) -> f32 {
    f32::from_bits(x.to_bits() & 0x7fff_ffff)
}

/// `x * 2^exponent` in `f64`, exact wherever it matters to `f32`.
#[inline(always)]
pub(super) fn scale(x: f32, exponent: i32) -> f64 {
    // The ratio of the largest to the smallest `f32` is below 2^300.
    let exponent = exponent.clamp(-300, 300);
    x as f64 * f64::from_bits(((exponent + 1023) as u64) << 52)
}

/// `x * 2^exponent`, rounded once.
#[inline(always)]
pub fn ldexp(x: f32, exponent: i32) -> f32 {
    canonicalize(scale(x, exponent) as f32)
}

/// `(m, e)` with `x = m * 2^e` and `|m|` in [0.5, 1). Zero, infinity and NaN come back with exponent 0.
#[inline(always)]
pub fn frexp(x: f32) -> (f32, i32) {
    let bits = (x as f64).to_bits(); // no subnormals here
    let exponent = ((bits >> 52) & 0x7ff) as i32 - 1022;
    let mantissa = f64::from_bits((bits & !(0x7ff << 52)) | (1022 << 52)) as f32;
    let regular = (x != 0.0) & x.is_finite();
    (canonicalize(if regular { mantissa } else { x }), if regular { exponent } else { 0 })
}

/// The exponent of `x` as an integer; `i32::MAX` for infinity, [`ILOGB_ZERO`], [`ILOGB_NAN`].
#[inline(always)]
pub fn ilogb(x: f32) -> i32 {
    let exponent = (((x as f64).to_bits() >> 52) & 0x7ff) as i32 - 1023;
    let nonzero = if x == 0.0 { ILOGB_ZERO } else { exponent };
    let ordered = if x.is_infinite() { i32::MAX } else { nonzero };
    if x.is_nan() { ILOGB_NAN } else { ordered }
}

/// `(fraction, integral part)`, both with the sign of `x`; the fraction of an infinity is zero.
#[inline(always)]
pub fn modf(x: f32) -> (f32, f32) {
    let integral = canonicalize(x.trunc());
    let fraction = if x.is_infinite() { 0.0 } else { canonicalize(x - integral) };
    (if x.is_nan() { fraction } else { copysign(fraction, x) }, integral)
}

/// The `float` after `x` in the direction of `y`; `y` if they are equal, NaN if either is NaN.
#[inline(always)]
pub fn nextafter(x: f32, y: f32) -> f32 {
    let bits = x.to_bits();
    let grows = (y > x) == (x > 0.0);
    let stepped = if grows { bits.wrapping_add(1) } else { bits.wrapping_sub(1) };
    let from_zero = if y < x { 0x8000_0001 } else { 0x0000_0001 };
    let next = f32::from_bits(if x == 0.0 { from_zero } else { stepped });
    let result = if x == y { y } else { next };
    canonicalize(if x.is_nan() | y.is_nan() { f32::NAN } else { result })
}

/// `x - y` if `x > y`, else positive zero; NaN if either is NaN.
#[inline(always)]
pub fn fdim(x: f32, y: f32) -> f32 {
    let difference = if x > y { x - y } else { 0.0 };
    canonicalize(if x.is_nan() | y.is_nan() { f32::NAN } else { difference })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numerics::half;
    use crate::numerics::half_functions;

    const INFINITY: f32 = f32::INFINITY;
    const NAN: u32 = 0x7fc0_0000;

    #[test]
    fn scaling() {
        assert_eq!(ldexp(1.5, 3), 12.0);
        assert_eq!(ldexp(f32::MAX, -276).to_bits(), 2); // 2^128 less a bit, times 2^-276: 2^-148
        assert_eq!(ldexp(f32::from_bits(1), 276), 2f32.powi(127));
        assert_eq!(ldexp(f32::from_bits(3), -1).to_bits(), 2); // 1.5 smallest: tie to even
        assert_eq!(ldexp(1.0, i32::MAX), INFINITY);
        assert_eq!(ldexp(-1.0, i32::MIN).to_bits(), 0x8000_0000);
        assert_eq!(ldexp(INFINITY, i32::MIN), INFINITY);
        assert_eq!(half_functions::ldexp(1.0, 16), INFINITY);
        assert_eq!(half_functions::ldexp(3.0, -25), half::to_f32(2)); // tie to even
        assert_eq!(half_functions::ldexp(1.0, -25), 0.0);
    }

    #[test]
    fn parts() {
        assert_eq!(frexp(-12.0), (-0.75, 4));
        assert_eq!(frexp(f32::from_bits(1)), (0.5, -148));
        assert_eq!((frexp(-0.0).0.to_bits(), frexp(-0.0).1), (0x8000_0000, 0));
        assert_eq!(frexp(INFINITY), (INFINITY, 0));
        assert_eq!((frexp(-f32::NAN).0.to_bits(), frexp(-f32::NAN).1), (NAN, 0));
        assert_eq!([ilogb(1.0), ilogb(-10.0), ilogb(f32::from_bits(1))], [0, 3, -149]);
        assert_eq!([ilogb(-INFINITY), ilogb(0.0), ilogb(f32::NAN)], [i32::MAX, ILOGB_ZERO, ILOGB_NAN]);
        assert_eq!(modf(-3.25), (-0.25, -3.0));
        assert_eq!((modf(-3.0).0.to_bits(), modf(-3.0).1), (0x8000_0000, -3.0));
        assert_eq!((modf(-INFINITY).0.to_bits(), modf(-INFINITY).1), (0x8000_0000, -INFINITY));
        assert_eq!((modf(-f32::NAN).0.to_bits(), modf(-f32::NAN).1.to_bits()), (NAN, NAN));
    }

    #[test]
    fn neighbours() {
        for (x, y, expected) in [
            (1.0, 2.0, 1.0 + f32::EPSILON),
            (1.0, 0.0, 1.0 - f32::EPSILON / 2.0),
            (-1.0, 0.0, -1.0 + f32::EPSILON / 2.0),
            (-1.0, -2.0, -1.0 - f32::EPSILON),
            (0.0, 1.0, f32::from_bits(1)),
            (-0.0, 1.0, f32::from_bits(1)),
            (0.0, -1.0, -f32::from_bits(1)),
            (f32::from_bits(1), -1.0, 0.0),
            (0.0, -0.0, -0.0),
            (f32::MAX, INFINITY, INFINITY),
            (INFINITY, 0.0, f32::MAX),
        ] {
            assert_eq!(nextafter(x, y).to_bits(), expected.to_bits(), "nextafter({x:e}, {y:e})");
        }
        assert_eq!(nextafter(1.0, -f32::NAN).to_bits(), NAN);
        assert_eq!(half_functions::nextafter(1.0, 2.0), 1.0 + 1.0 / 1024.0);
        assert_eq!(half_functions::nextafter(0.0, -2.0), -half::to_f32(1));
        assert_eq!(half_functions::nextafter(65504.0, INFINITY), INFINITY);
        assert_eq!(half_functions::nextafter(-1.0, 2.0), -1.0 + 1.0 / 2048.0);
    }

    #[test]
    fn signs_and_difference() {
        assert_eq!(copysign(f32::NAN, -1.0).to_bits(), 0xffc0_0000);
        assert_eq!(fabs(f32::from_bits(0xff80_0001)).to_bits(), 0x7f80_0001);
        assert_eq!((fdim(5.0, 3.0), fdim(3.0, 5.0), fdim(INFINITY, INFINITY)), (2.0, 0.0, 0.0));
        assert_eq!(fdim(f32::NAN, 1.0).to_bits(), NAN);
        let classes =
            [0x0400, 0x03ff, 0x7bff, 0x7c00, 0x7e00, 0x8400].map(|x| half_functions::is_normal(half::to_f32(x)));
        assert_eq!(classes, [true, false, true, false, false, true]);
    }
}
