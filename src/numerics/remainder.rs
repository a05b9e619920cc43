//! `fmod`: exact, by quotients that `f64` can hold.
//!
//! Where `|x / y|` is below 2^29 the quotient, its truncation, the product and the difference are all exact or round
//! harmlessly: a quotient of two `f32` is either an integer or at least 2^-24 away from one, and the `f64` nearest to
//! it is closer than that. Larger quotients are peeled off 28 bits at a time.
//!
//! Must never know about `half`: the remainder of two `half` values is one itself.

use super::CANONICAL_NAN;

/// Quotients below this magnitude need only the straight way.
pub const NEAR: f64 = 536870912.0; // 2^29

/// `x - y * trunc(x / y)` exactly, with the sign of `x`; NaN for infinite `x` or zero `y`.
#[inline(always)]
pub fn fmod(x: f32, y: f32) -> f32 {
    if quotient(x, y) < NEAR { fmod_near(x, y) } else { fmod_far(x, y) }
}

/// `|x / y|`, to be compared with [`NEAR`].
#[inline(always)]
pub fn quotient(x: f32, y: f32) -> f64 {
    x.abs() as f64 / y.abs() as f64
}

/// [`fmod`] where `|x / y|` is below [`NEAR`]: no branch.
#[inline(always)]
pub fn fmod_near(x: f32, y: f32) -> f32 {
    let infinite = y.is_infinite();
    let divisor = if infinite { 1.0 } else { y.abs() as f64 };
    let dividend = x.abs() as f64;
    let quotient = dividend / divisor;
    let nearest = (quotient + 4503599627370496.0) - 4503599627370496.0;
    let truncated = if nearest > quotient { nearest - 1.0 } else { nearest };
    let rest = (dividend - truncated * divisor) as f32;
    let finite = if infinite { x } else { rest.copysign(x) };
    if x.is_nan() | y.is_nan() { CANONICAL_NAN } else { finite }
}

/// [`fmod`] where `|x / y|` is not below [`NEAR`], or is NaN.
#[cold]
#[inline(never)]
fn fmod_far(x: f32, y: f32) -> f32 {
    if x.is_nan() || y.is_nan() || x.is_infinite() || y == 0.0 {
        return CANONICAL_NAN;
    }
    if y.is_infinite() {
        return x;
    }
    let divisor = y.abs() as f64;
    let mut rest = x.abs() as f64;
    // Multiples of the divisor by powers of 2^28, downward; the first exceeds any `f32`.
    let step = f64::from_bits((1023 + 28) << 52);
    let mut multiple = divisor;
    while multiple <= rest {
        multiple *= step;
    }
    while multiple > divisor {
        multiple /= step;
        rest -= (rest / multiple).trunc() * multiple;
    }
    (rest as f32).copysign(x)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rust's `%` on `f32` is `fmod` by definition.
    #[test]
    fn equals_the_operator() {
        let mut state = 7u64;
        let mut next = || {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 32) as u32
        };
        for round in 0..100_000u32 {
            let x = f32::from_bits(next());
            let y = match round % 3 {
                0 => f32::from_bits(next()),
                1 => x / (next() % 1000) as f32,
                _ => f32::from_bits(x.to_bits().wrapping_sub(next() % 0x1200_0000)),
            };
            let expected = x % y;
            let got = fmod(x, y);
            assert!(got.to_bits() == expected.to_bits() || (got.is_nan() && expected.is_nan()), "fmod({x:e}, {y:e})");
        }
    }

    #[test]
    fn specials() {
        let infinity = f32::INFINITY;
        assert_eq!(fmod(-6.0, 3.0).to_bits(), 0x8000_0000);
        assert_eq!(fmod(-0.0, 3.0).to_bits(), 0x8000_0000);
        assert_eq!(fmod(5.5, infinity), 5.5);
        assert_eq!(fmod(5.5, -infinity), 5.5);
        for (x, y) in [(infinity, 2.0), (1.0, 0.0), (0.0, 0.0), (infinity, infinity), (f32::NAN, 1.0), (1.0, -f32::NAN)]
        {
            assert_eq!(fmod(x, y).to_bits(), 0x7fc0_0000, "fmod({x}, {y})");
        }
        assert_eq!(fmod(f32::MAX, f32::from_bits(3)).to_bits(), (f32::MAX % f32::from_bits(3)).to_bits());
    }
}
