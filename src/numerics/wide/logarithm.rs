//! Logarithms: `log`, `log2`, `log10`, and `log(1 + x)` for the inverse hyperbolic functions.
//!
//! `x` becomes `2^k * m` with `m` between `sqrt(1/2)` and `sqrt(2)`; then `log(m) = 2 atanh((m - 1) / (m + 1))`.
//! Near 1, `k` is 0 and `m - 1` is exact, so the result is accurate relative to itself however small it is.

const LN_2: f64 = std::f64::consts::LN_2;
const LOG10_2: f64 = std::f64::consts::LOG10_2;
const LOG2_E: f64 = std::f64::consts::LOG2_E;
const LOG10_E: f64 = std::f64::consts::LOG10_E;

const SQRT_HALF_BITS: u64 = 0x3fe6_a09e_667f_3bcd;
const EXPONENT_BIAS: u64 = 1024;
/// An integer below 2^52 put into the low bits of this number adds its value to it.
const TWO_52: f64 = 4503599627370496.0;

/// `(k, m)` with `x = 2^k * m`, for a normal positive `x`; anything for other `x`.
#[inline(always)]
fn split(x: f64) -> (f64, f64) {
    let bits = x.to_bits();
    // Biased, so that the exponent stays positive: there is no arithmetic shift on vectors of i64.
    let shifted = bits.wrapping_sub(SQRT_HALF_BITS).wrapping_add(EXPONENT_BIAS << 52);
    let k = f64::from_bits((shifted >> 52) | TWO_52.to_bits()) - (TWO_52 + EXPONENT_BIAS as f64);
    let m = bits.wrapping_sub(shifted & (0xfff << 52)).wrapping_add(EXPONENT_BIAS << 52);
    (k, f64::from_bits(m))
}

/// `log(1 + f)` for `1 + f` between `sqrt(1/2)` and `sqrt(2)`.
#[inline(always)]
fn reduced(f: f64) -> f64 {
    let s = f / (2.0 + f);
    let z = s * s;
    let w = z * z;
    let even = 0.3333333333333367 + w * (0.14285714371200733 + w * (0.09091782213064843 + w * 0.07397990600442761));
    let odd = 0.19999999999707316 + w * (0.11111099285751226 + w * 0.07657023844973407);
    let twice = s + s;
    twice + twice * (z * (even + z * odd))
}

/// `logarithm`, with the values of a logarithm where the straight way has none: at zero, infinity and below zero.
#[inline(always)]
fn special(x: f64, logarithm: f64) -> f64 {
    let finite = if x < f64::INFINITY { logarithm } else { x }; // infinity or NaN
    let positive = if x > 0.0 { finite } else { f64::NEG_INFINITY };
    if (x < 0.0) | x.is_nan() { f64::NAN } else { positive }
}

/// Natural logarithm.
#[inline(always)]
pub fn log(x: f64) -> f64 {
    let (k, m) = split(x);
    special(x, k * LN_2 + reduced(m - 1.0))
}

/// Logarithm to base 2; exact for powers of two.
#[inline(always)]
pub fn log2(x: f64) -> f64 {
    let (k, m) = split(x);
    special(x, k + reduced(m - 1.0) * LOG2_E)
}

/// Logarithm to base 10.
#[inline(always)]
pub fn log10(x: f64) -> f64 {
    let (k, m) = split(x);
    special(x, k * LOG10_2 + reduced(m - 1.0) * LOG10_E)
}

/// `log(1 + x)` for finite `x >= 0`, accurate also for the tiniest `x`.
#[inline(always)]
pub(super) fn log1p(x: f64) -> f64 {
    let (k, m) = split(1.0 + x);
    // Where 1 + x has rounded away what matters, x itself is the fraction.
    let f = if k == 0.0 { x } else { m - 1.0 };
    k * LN_2 + reduced(f)
}
