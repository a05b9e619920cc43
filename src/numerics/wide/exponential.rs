//! Exponentials: `exp`, `exp2`, `exp10`, and `exp(x) - 1` for the hyperbolic functions.
//!
//! `x` becomes `k * ln 2 + r` with an integer `k` and `|r| <= ln 2 / 2`; then `exp(x) = 2^k * (1 + p(r))`.

use super::nearest;
use super::nearest_bits;

const LOG2_E: f64 = std::f64::consts::LOG2_E;
const LOG2_10: f64 = std::f64::consts::LOG2_10;
const LN_2: f64 = std::f64::consts::LN_2;
const LN_10: f64 = std::f64::consts::LN_10;
// Forty bits each, so that their product with `k` is exact, and the rest.
const LN_2_HIGH: f64 = 0.6931471805592082;
const LN_2_LOW: f64 = 7.371002565167799e-13;
const LOG10_2_HIGH: f64 = 0.30102999566361177;
const LOG10_2_LOW: f64 = 3.694239077158931e-13;

/// Results are infinite or zero in `f32` long before this exponent of two.
const LIMIT: f64 = 400.0;

/// `exp(r) - 1` for `|r| <= ln 2 / 2`, accurate also for the tiniest `r`.
#[inline(always)]
fn reduced(r: f64) -> f64 {
    let z = r * r;
    let even = 0.1666666666666668
        + z * (0.008333333333318985
            + z * (0.0001984126989425878 + z * (2.7557235207180712e-6 + z * 2.5112336261683687e-8)));
    let odd =
        0.041666666666619695 + z * (0.0013888888920633208 + z * (2.4801516185102408e-5 + z * 2.7622293215992894e-7));
    r + z * (0.5 + r * (even + r * odd))
}

/// `2^k` for the integer nearest to `k`, at most 1022 in magnitude.
#[inline(always)]
fn power_of_two(k: f64) -> f64 {
    f64::from_bits(nearest_bits(k).wrapping_add(1023) << 52)
}

/// `e^x`.
#[inline(always)]
pub fn exp(x: f64) -> f64 {
    let x = x.clamp(-LIMIT * LN_2, LIMIT * LN_2);
    let k = nearest(x * LOG2_E);
    let r = (x - k * LN_2_HIGH) - k * LN_2_LOW;
    let scale = power_of_two(k);
    scale + scale * reduced(r)
}

/// `e^x - 1` for `|x| <= 200`, accurate also for the tiniest `x`.
#[inline(always)]
pub(super) fn expm1(x: f64) -> f64 {
    let k = nearest(x * LOG2_E);
    let r = (x - k * LN_2_HIGH) - k * LN_2_LOW;
    let scale = power_of_two(k);
    (scale - 1.0) + scale * reduced(r)
}

/// `2^x`.
#[inline(always)]
pub fn exp2(x: f64) -> f64 {
    let x = x.clamp(-LIMIT, LIMIT);
    let k = nearest(x);
    let scale = power_of_two(k);
    scale + scale * reduced((x - k) * LN_2)
}

/// `10^x`.
#[inline(always)]
pub fn exp10(x: f64) -> f64 {
    let x = x.clamp(-LIMIT * 0.3, LIMIT * 0.3);
    let k = nearest(x * LOG2_10);
    let r = ((x - k * LOG10_2_HIGH) - k * LOG10_2_LOW) * LN_10;
    let scale = power_of_two(k);
    scale + scale * reduced(r)
}
