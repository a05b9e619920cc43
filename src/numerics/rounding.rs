//! Rounding of a float to an integral float.
//!
//! All of these are exact, so they serve `half` and `bfloat` held as `f32` as they are; only [`fract`] differs by
//! format ([`fract_half`]). A NaN argument gives the canonical NaN; a zero and a result of zero keep the sign of `x`.
//!
//! Must never know what a register or a vector is.

use super::canonicalize;
use super::half;

/// The nearest integral value, ties to even.
#[inline(always)]
pub fn rint(x: f32) -> f32 {
    canonicalize(x.round_ties_even())
}

/// The nearest integral value, ties away from zero.
#[inline(always)]
pub fn round(x: f32) -> f32 {
    // The largest value below a half: adding a half itself would carry 0.49999997 up to 1.
    trunc(x + f32::from_bits(0x3eff_ffff).copysign(x))
}

/// The integral part: toward zero.
#[inline(always)]
pub fn trunc(x: f32) -> f32 {
    canonicalize(x.trunc())
}

/// The largest integral value not above `x`.
#[inline(always)]
pub fn floor(x: f32) -> f32 {
    canonicalize(x.floor())
}

/// The smallest integral value not below `x`.
#[inline(always)]
pub fn ceil(x: f32) -> f32 {
    canonicalize(x.ceil())
}

/// `min(x - floor(x), 0x1.fffffep-1f)`: in [0, 1) for every finite `x`. Zero for an infinity.
#[inline(always)]
pub fn fract(x: f32) -> f32 {
    below_one(x, x - x.floor(), f32::from_bits(0x3f7f_ffff))
}

/// [`fract`] for `half`: `min(x - floor(x), 0x1.ffcp-1h)`.
#[inline(always)]
pub fn fract_half(x: f32) -> f32 {
    below_one(x, half::round(x - x.floor()), f32::from_bits(0x3f7f_e000))
}

#[inline(always)]
fn below_one(x: f32, fraction: f32, limit: f32) -> f32 {
    let limited = if fraction < limit { fraction } else { limit };
    let finite = if x.is_infinite() { 0.0 } else { limited };
    canonicalize(if x.is_nan() { x } else { finite })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ties_signs_and_specials() {
        type Row = (f32, [f32; 5]);
        let rows: &[Row] = &[
            // x, rint, round, trunc, floor, ceil
            (0.5, [0.0, 1.0, 0.0, 0.0, 1.0]),
            (-0.5, [-0.0, -1.0, -0.0, -1.0, -0.0]),
            (1.5, [2.0, 2.0, 1.0, 1.0, 2.0]),
            (2.5, [2.0, 3.0, 2.0, 2.0, 3.0]),
            (-2.5, [-2.0, -3.0, -2.0, -3.0, -2.0]),
            (0.49999997, [0.0, 0.0, 0.0, 0.0, 1.0]),
            (-0.0, [-0.0; 5]),
            (1e-45, [0.0, 0.0, 0.0, 0.0, 1.0]),
            (-1e-45, [-0.0, -0.0, -0.0, -1.0, -0.0]),
            (8388607.5, [8388608.0, 8388608.0, 8388607.0, 8388607.0, 8388608.0]),
            (8388609.0, [8388609.0; 5]),
            (4194305.5, [4194306.0, 4194306.0, 4194305.0, 4194305.0, 4194306.0]),
            (3e38, [3e38; 5]),
            (f32::NEG_INFINITY, [f32::NEG_INFINITY; 5]),
        ];
        for &(x, expected) in rows {
            let got = [rint(x), round(x), trunc(x), floor(x), ceil(x)];
            assert_eq!(got.map(f32::to_bits), expected.map(f32::to_bits), "{x}");
        }
        for function in [rint, round, trunc, floor, ceil, fract, fract_half] {
            assert_eq!(function(f32::from_bits(0xff80_0001)).to_bits(), 0x7fc0_0000);
        }
    }

    #[test]
    fn fraction() {
        assert_eq!(fract(1.25), 0.25);
        assert_eq!(fract(-1.25), 0.75);
        assert_eq!(fract(-1e-30), 0.99999994);
        assert_eq!(fract(-0.0).to_bits(), 0);
        assert_eq!(fract(f32::INFINITY), 0.0);
        assert_eq!(fract(f32::NEG_INFINITY), 0.0);
        assert_eq!(fract_half(-6e-8), 1.0 - 1.0 / 2048.0);
        assert_eq!(fract_half(2.5), 0.5);
    }
}
