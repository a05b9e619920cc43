//! `fma`: `x * y + z` rounded once, without the instruction.
//!
//! The product of two `f32` is exact in `f64`. The sum is not always; its error, computed exactly (Knuth's TwoSum),
//! tells how to turn it into the sum rounded to odd (Boldo and Melquiond), which can be rounded to `f32` or `half`
//! as if from the exact value. A host's fused instruction gives the same bits, except for those of a NaN.
//!
//! Must never call `mul_add`: where the hardware has none it is a slow call.

use super::canonicalize;

/// `x * y + z` in `f64`, rounded to odd.
#[inline(always)]
pub(super) fn multiply_add_to_odd(x: f32, y: f32, z: f32) -> f64 {
    let product = x as f64 * y as f64;
    let z = z as f64;
    let sum = product + z;
    let z_part = sum - product;
    let error = (product - (sum - z_part)) + (z - z_part);
    let bits = sum.to_bits();
    // Neither holds where the error is NaN, that is where the sum is infinite or NaN.
    let inexact = (error > 0.0) | (error < 0.0);
    let outward = (error > 0.0) == (sum > 0.0);
    let step = if outward { 1u64 } else { u64::MAX };
    let adjust = inexact & (bits & 1 == 0);
    f64::from_bits(bits.wrapping_add(if adjust { step } else { 0 }))
}

/// `x * y + z`, rounded once.
#[inline(always)]
pub fn fma(x: f32, y: f32, z: f32) -> f32 {
    canonicalize(multiply_add_to_odd(x, y, z) as f32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numerics::half;
    use crate::numerics::half_functions;

    #[test]
    fn equals_the_hardware_instruction() {
        let mut state = 1u64;
        let mut next = || {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 32) as u32
        };
        for round in 0..300_000u32 {
            let (x, y) = (f32::from_bits(next()), f32::from_bits(next()));
            let random = f32::from_bits(next());
            // Sums that cancel, and sums that end near a tie, are where a second rounding would show.
            let z = match round % 4 {
                0 => random,
                1 => -(x * y),
                2 => -(x * y) * (1.0 + f32::EPSILON * (next() % 8) as f32),
                _ => x * y * f32::from_bits((127 - 20 - next() % 32) << 23),
            };
            let expected = canonicalize(x.mul_add(y, z));
            assert_eq!(fma(x, y, z).to_bits(), expected.to_bits(), "fma({x:e}, {y:e}, {z:e})");
        }
    }

    #[test]
    fn specials() {
        let infinity = f32::INFINITY;
        assert_eq!(fma(infinity, 2.0, 1.0), infinity);
        assert_eq!(fma(infinity, 0.0, 1.0).to_bits(), 0x7fc0_0000);
        assert_eq!(fma(infinity, 1.0, -infinity).to_bits(), 0x7fc0_0000);
        assert_eq!(fma(1e30, 1e30, -infinity), -infinity);
        assert_eq!(fma(f32::MAX, f32::MAX, 0.0), infinity);
        assert_eq!(fma(-1.0, 0.0, 0.0).to_bits(), 0);
        assert_eq!(fma(-1.0, 0.0, -0.0).to_bits(), 0x8000_0000);
        // 1 + 2^-24 is a tie; the third part decides.
        assert_eq!(fma(f32::from_bits(0x3f80_0001), f32::from_bits(0x3380_0000), 1.0), f32::from_bits(0x3f80_0001));
    }

    #[test]
    fn half_is_rounded_once() {
        // 2048 + 1 is a tie between 2048 and 2050; a product of 2^-24 breaks it either way.
        let tiny = half::to_f32(0x0001);
        let one_and = half::to_f32(0x3c01);
        assert_eq!(half_functions::fma(1.0, 1.0, 2048.0), 2048.0);
        assert_eq!(half_functions::fma(one_and, 1.0, 2048.0), 2050.0);
        assert_eq!(half_functions::fma(tiny, tiny, 1.0), 1.0);
        assert_eq!(half_functions::fma(-tiny, tiny, half::to_f32(0x7bff)), 65504.0);
        assert_eq!(half_functions::fma(255.875, 256.0, 16.0), f32::INFINITY); // 65520: a tie, away from 65504
        assert_eq!(half_functions::fma(255.875, 256.0, half::to_f32(0x4bff)), 65504.0); // just below it
    }
}
