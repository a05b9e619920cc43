//! Trigonometric functions of radians and of half turns.
//!
//! The argument becomes a quadrant and a rest `r` of at most `pi/4` in magnitude. For arguments below [`NEAR`] two
//! products with the parts of `pi/2` do it: the first is exact and so is its difference from `x`, and the second errs
//! by less than 2^-66, while no such `f32` comes closer to a multiple of `pi/2` than about 2^-31. Larger arguments
//! take the integer way (Payne and Hanek): only the bits of `2/pi` that matter for the fraction are multiplied.

use super::nearest;
use super::nearest_bits;

const PI: f64 = std::f64::consts::PI;
const FRAC_PI_2: f64 = std::f64::consts::FRAC_PI_2;
const FRAC_2_PI: f64 = std::f64::consts::FRAC_2_PI;
const FRAC_PI_2_HIGH: f64 = 1.5707963267341256; // 33 bits
const FRAC_PI_2_LOW: f64 = 6.077100506506192e-11;

/// Arguments below this magnitude (and infinities, and NaN) need only the straight way.
pub const NEAR: f64 = 1048576.0;

/// From here on every `f32` is an even integer.
const ALL_EVEN: f64 = 16777216.0;

/// An argument, reduced: its quadrant in the two low bits, and the rest.
#[derive(Clone, Copy)]
struct Reduced {
    quadrant: u64,
    rest: f64,
}

#[inline(always)]
fn reduce_near(x: f64) -> Reduced {
    let quarters = x * FRAC_2_PI;
    let n = nearest(quarters);
    Reduced { quadrant: nearest_bits(quarters), rest: (x - n * FRAC_PI_2_HIGH) - n * FRAC_PI_2_LOW }
}

#[inline(always)]
fn reduce(x: f64) -> Reduced {
    if (x.abs() >= NEAR) & x.is_finite() { reduce_far(x as f32) } else { reduce_near(x) }
}

/// The way for finite arguments from [`NEAR`] on.
#[cold]
#[inline(never)]
fn reduce_far(x: f32) -> Reduced {
    /// The fraction 2/pi, after 64 zero bits.
    const FRACTION: [u64; 5] =
        [0, 0xa2f9_836e_4e44_1529, 0xfc27_57d1_f534_ddc0, 0xdb62_9599_3c43_9041, 0xfe51_63ab_debb_c561];
    let bits = x.to_bits();
    let mantissa = (bits & 0x007f_ffff) | 0x0080_0000;
    let exponent = ((bits >> 23) & 0xff) as i32 - 150; // |x| = mantissa * 2^exponent
    // Bits of 2/pi before this one give multiples of four quadrants.
    let first = (exponent - 2 + 64).clamp(0, 191) as usize;
    let (word, shift) = (first / 64, first % 64);
    let upper = ((FRACTION[word] as u128) << 64) | FRACTION[word + 1] as u128;
    let lower = ((FRACTION[word + 1] as u128) << 64) | FRACTION[word + 2] as u128;
    let window = (upper << shift >> 64 << 64) | (lower << shift >> 64);
    let quarters = window.wrapping_mul(mantissa as u128); // two bits of quadrant, then the fraction
    let fraction = (quarters << 2) as i128;
    let quadrant = (quarters >> 126) as u64 + (fraction < 0) as u64;
    let rest = fraction as f64 * 2f64.powi(-128) * FRAC_PI_2;
    if x < 0.0 { Reduced { quadrant: quadrant.wrapping_neg(), rest: -rest } } else { Reduced { quadrant, rest } }
}

/// `(sin r, cos r)` for `|r| <= pi/4`.
#[inline(always)]
fn first_octants(r: f64) -> (f64, f64) {
    let z = r * r;
    let w = z * z;
    let sine = (-0.16666666666666632 + z * 0.008333333333322424)
        + w * ((-0.00019841269829816034 + z * 2.7557313694870333e-6)
            + w * (-2.505075859321474e-8 + z * 1.5896824249576827e-10));
    let cosine = (0.0416666666666666 + z * -0.0013888888888874138)
        + w * ((2.480158728949097e-5 + z * -2.755731435497454e-7)
            + w * (2.087572364554775e-9 + z * -1.1359667729683165e-11));
    (r * (1.0 + z * sine), (1.0 - 0.5 * z) + w * cosine)
}

/// `(sin, cos)` of a reduced argument.
#[inline(always)]
fn circle(reduced: Reduced) -> (f64, f64) {
    let (s, c) = first_octants(reduced.rest);
    let odd = reduced.quadrant & 1 != 0;
    let sine = if odd { c } else { s };
    let cosine = if odd { s } else { c };
    let sine_sign = (reduced.quadrant & 2) << 62;
    let cosine_sign = (reduced.quadrant.wrapping_add(1) & 2) << 62;
    (f64::from_bits(sine.to_bits() ^ sine_sign), f64::from_bits(cosine.to_bits() ^ cosine_sign))
}

/// Sine and cosine.
#[inline(always)]
pub fn sincos(x: f64) -> (f64, f64) {
    circle(reduce(x))
}

/// Sine.
#[inline(always)]
pub fn sin(x: f64) -> f64 {
    sincos(x).0
}

/// Cosine.
#[inline(always)]
pub fn cos(x: f64) -> f64 {
    sincos(x).1
}

/// Tangent.
#[inline(always)]
pub fn tan(x: f64) -> f64 {
    let (sine, cosine) = sincos(x);
    sine / cosine
}

/// [`sincos`] for arguments below [`NEAR`] in magnitude, infinities and NaN.
#[inline(always)]
pub fn sincos_near(x: f64) -> (f64, f64) {
    circle(reduce_near(x))
}

/// [`sin`] for arguments below [`NEAR`] in magnitude, infinities and NaN.
#[inline(always)]
pub fn sin_near(x: f64) -> f64 {
    sincos_near(x).0
}

/// [`cos`] for arguments below [`NEAR`] in magnitude, infinities and NaN.
#[inline(always)]
pub fn cos_near(x: f64) -> f64 {
    sincos_near(x).1
}

/// [`tan`] for arguments below [`NEAR`] in magnitude, infinities and NaN.
#[inline(always)]
pub fn tan_near(x: f64) -> f64 {
    let (sine, cosine) = sincos_near(x);
    sine / cosine
}

/// `(sin(pi x), cos(pi x))`; a sine of zero has the sign of `x`, a cosine of zero is positive.
#[inline(always)]
fn half_turns(x: f64) -> (f64, f64) {
    let even = (x.abs() >= ALL_EVEN) & x.is_finite();
    let y = if even { 0.0 } else { x };
    let doubled = y + y;
    let rest = (y - 0.5 * nearest(doubled)) * PI;
    let (sine, cosine) = circle(Reduced { quadrant: nearest_bits(doubled), rest });
    (if sine == 0.0 { 0f64.copysign(x) } else { sine }, if cosine == 0.0 { 0.0 } else { cosine })
}

/// `sin(pi x)`; zero with the sign of `x` at integers.
#[inline(always)]
pub fn sinpi(x: f64) -> f64 {
    half_turns(x).0
}

/// `cos(pi x)`; positive zero halfway between integers.
#[inline(always)]
pub fn cospi(x: f64) -> f64 {
    half_turns(x).1
}

/// `tan(pi x)`; infinite halfway between integers.
#[inline(always)]
pub fn tanpi(x: f64) -> f64 {
    let (sine, cosine) = half_turns(x);
    sine / cosine
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_reductions_agree() {
        // Across 2^20 upward the straight way is still good to about 2^-60: enough to compare.
        let mut x = 1048576f32;
        while x < 4194304.0 {
            for x in [x, -x] {
                let (near, far) = (reduce_near(x as f64), reduce_far(x));
                assert_eq!(near.quadrant & 3, far.quadrant & 3, "{x}");
                assert!((near.rest - far.rest).abs() < 2e-16, "{x}: {} {}", near.rest, far.rest);
            }
            x += 1234.567;
        }
    }
}
