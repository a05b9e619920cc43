//! Powers and the reciprocal square root.
//!
//! `2^(y * log2 x)` in `f64`: where the result is in the range of `f32`, the exponent is below 150, so an error of
//! 2^-52 in the logarithm stays below 2^-44 in the result.

use super::exponential::exp2;
use super::logarithm::log2;
use super::nearest;

/// From here on every `f32` is an even integer.
const ALL_EVEN: f64 = 16777216.0;

/// `x^y` with the special cases of C99.
#[inline(always)]
pub fn pow(x: f64, y: f64) -> f64 {
    let base = x.abs();
    let size = y.abs();
    // 1 to an infinite power is 1 (zero times infinity would make a NaN of it).
    let exponent = if (base == 1.0) & (size == f64::INFINITY) { 0.0 } else { y * log2(base) };
    let magnitude = exp2(exponent);
    let integer = (size >= ALL_EVEN) | (nearest(y) == y);
    let odd = (size < ALL_EVEN) & integer & (nearest(y * 0.5) != y * 0.5);
    let signed = if odd { magnitude.copysign(x) } else { magnitude };
    let undefined = (x < 0.0) & (base < f64::INFINITY) & !integer;
    let result = if undefined { f64::NAN } else { signed };
    if (y == 0.0) | (x == 1.0) { 1.0 } else { result }
}

/// `x^y` for `x >= 0`, as `exp2(y * log2(x))`: NaN for negative `x`, for NaN, and for 0^0, infinity^0 and 1^infinity.
#[inline(always)]
pub fn powr(x: f64, y: f64) -> f64 {
    let result = exp2(y * log2(x.abs()));
    if x < 0.0 { f64::NAN } else { result }
}

/// `1 / sqrt(x)`; infinite at zero with the zero's sign. Rounds correctly to `f32` (checked for every argument).
#[inline(always)]
pub fn rsqrt(x: f64) -> f64 {
    1.0 / x.sqrt()
}
