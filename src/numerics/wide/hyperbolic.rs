//! Hyperbolic functions and their inverses, from `exp(x) - 1` and `log(1 + x)` so that tiny arguments lose nothing.

use super::exponential::exp;
use super::exponential::expm1;
use super::logarithm::log1p;

/// Hyperbolic sine.
#[inline(always)]
pub fn sinh(x: f64) -> f64 {
    let m = expm1(x.abs().clamp(0.0, 100.0));
    (0.5 * (m + m / (m + 1.0))).copysign(x)
}

/// Hyperbolic cosine.
#[inline(always)]
pub fn cosh(x: f64) -> f64 {
    let e = exp(x.abs().clamp(0.0, 100.0));
    0.5 * (e + 1.0 / e)
}

/// Hyperbolic tangent.
#[inline(always)]
pub fn tanh(x: f64) -> f64 {
    let m = expm1(2.0 * x.abs().clamp(0.0, 20.0));
    (m / (m + 2.0)).copysign(x)
}

/// Inverse hyperbolic sine.
#[inline(always)]
pub fn asinh(x: f64) -> f64 {
    let a = x.abs();
    let square = a * a;
    let value = log1p(a + square / (1.0 + (square + 1.0).sqrt()));
    (if a < f64::INFINITY { value } else { a }).copysign(x)
}

/// Inverse hyperbolic cosine; NaN below 1.
#[inline(always)]
pub fn acosh(x: f64) -> f64 {
    let t = x - 1.0;
    let value = log1p(t + (t * (t + 2.0)).sqrt());
    let finite = if x < f64::INFINITY { value } else { x };
    if x < 1.0 { f64::NAN } else { finite }
}

/// Inverse hyperbolic tangent; infinite at 1 and -1, NaN beyond.
#[inline(always)]
pub fn atanh(x: f64) -> f64 {
    let a = x.abs();
    let value = 0.5 * log1p(2.0 * a / (1.0 - a));
    let at_one = if a == 1.0 { f64::INFINITY } else { value };
    (if a <= 1.0 { at_one } else { f64::NAN }).copysign(x)
}
