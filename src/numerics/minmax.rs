//! Minimum, maximum and what is built from them: one written rule for NaN and for signed zeros.
//!
//! `fmax(x, y)` is `y` if `x < y` or `x` is NaN, else `x`; `fmin(x, y)` is `y` if `y < x` or `x` is NaN, else `x`.
//! So one NaN gives the other operand, two NaN give the second, and of two zeros the first is taken whatever their
//! signs. The result is always one of the operands, bit for bit, so these serve `half` and `bfloat` too.
//!
//! Must never know what a register or a vector is.

/// The larger operand.
#[inline(always)]
pub fn fmax(x: f32, y: f32) -> f32 {
    if (x < y) | x.is_nan() { y } else { x }
}

/// The smaller operand.
#[inline(always)]
pub fn fmin(x: f32, y: f32) -> f32 {
    if (y < x) | x.is_nan() { y } else { x }
}

/// `fmax(x, fmax(y, z))`.
#[inline(always)]
pub fn fmax3(x: f32, y: f32, z: f32) -> f32 {
    fmax(x, fmax(y, z))
}

/// `fmin(x, fmin(y, z))`.
#[inline(always)]
pub fn fmin3(x: f32, y: f32, z: f32) -> f32 {
    fmin(x, fmin(y, z))
}

/// The middle operand. NaN operands are dropped: of two that are left, one is taken; NaN only if all are NaN.
#[inline(always)]
pub fn fmedian3(x: f32, y: f32, z: f32) -> f32 {
    fmax(fmin(x, y), fmin(fmax(x, y), z))
}

/// `fmin(fmax(x, low), high)`; `low` for NaN.
#[inline(always)]
pub fn clamp(x: f32, low: f32, high: f32) -> f32 {
    fmin(fmax(x, low), high)
}

/// `clamp(x, 0, 1)`; 0 for NaN.
#[inline(always)]
pub fn saturate(x: f32) -> f32 {
    clamp(x, 0.0, 1.0)
}

/// 1 or -1 with the sign of `x`; a zero is kept; 0 for NaN.
#[inline(always)]
pub fn sign(x: f32) -> f32 {
    let one = 1f32.copysign(x);
    let nonzero = if x == 0.0 { x } else { one };
    if x.is_nan() { 0.0 } else { nonzero }
}

/// 0 if `x < edge`, else 1 (also for NaN).
#[inline(always)]
pub fn step(edge: f32, x: f32) -> f32 {
    if x < edge { 0.0 } else { 1.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAN: f32 = f32::NAN;

    #[test]
    fn nan_and_zeros() {
        assert_eq!((fmax(NAN, 1.0), fmax(1.0, NAN), fmin(NAN, 1.0), fmin(1.0, NAN)), (1.0, 1.0, 1.0, 1.0));
        assert!(fmax(NAN, NAN).is_nan() && fmin(NAN, NAN).is_nan());
        for function in [fmax, fmin] {
            assert_eq!(function(-0.0, 0.0).to_bits(), 0x8000_0000);
            assert_eq!(function(0.0, -0.0).to_bits(), 0);
        }
        assert_eq!((fmax3(1.0, NAN, 3.0), fmin3(NAN, 2.0, 3.0)), (3.0, 2.0));
    }

    #[test]
    fn median() {
        for (x, y, z) in
            [(1.0, 2.0, 3.0), (1.0, 3.0, 2.0), (2.0, 1.0, 3.0), (2.0, 3.0, 1.0), (3.0, 1.0, 2.0), (3.0, 2.0, 1.0)]
        {
            assert_eq!(fmedian3(x, y, z), 2.0);
        }
        for (x, y, z) in
            [(NAN, NAN, 5.0), (NAN, 5.0, NAN), (5.0, NAN, NAN), (NAN, 5.0, 5.0), (5.0, NAN, 5.0), (5.0, 5.0, NAN)]
        {
            assert_eq!(fmedian3(x, y, z), 5.0);
        }
        assert!(fmedian3(NAN, NAN, NAN).is_nan());
    }

    #[test]
    fn common() {
        assert_eq!((clamp(NAN, -3.0, 3.0), clamp(9.0, -3.0, 3.0), clamp(-9.0, -3.0, 3.0)), (-3.0, 3.0, -3.0));
        assert_eq!((saturate(NAN), saturate(f32::INFINITY), saturate(0.25)), (0.0, 1.0, 0.25));
        assert_eq!((sign(-7.0), sign(1e-45), sign(NAN)), (-1.0, 1.0, 0.0));
        assert_eq!(sign(-0.0).to_bits(), 0x8000_0000);
        assert_eq!((step(1.0, 1.0), step(1.0, 0.5), step(1.0, NAN), step(NAN, 1.0)), (1.0, 0.0, 1.0, 1.0));
    }
}
