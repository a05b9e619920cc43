//! Elementary functions on `f64`, far more accurate than `f32` can show (about 2^-45 relative), to be rounded once.
//!
//! An argument is always the value of a `float` (or `half`): tiny, huge and subnormal arguments of `f32` are ordinary
//! numbers here, so there is no scaling and no special path. Results outside the range of `f32` are only promised to
//! round to its infinity or zero. A NaN result may have any payload: the caller rounds and makes it canonical.
//!
//! Polynomials are minimax approximations computed for this project (Remez, 60 digits), their degree chosen for a
//! relative error below 2^-52. They are summed in two interleaved chains, which keeps a vector unit busy.
//!
//! Must never call `f64::sin` and its kin (the platform's), nor `mul_add` (slow where the hardware has none).

mod arctangent;
mod exponential;
mod hyperbolic;
mod logarithm;
mod power;
mod trigonometry;

pub use arctangent::acos;
pub use arctangent::asin;
pub use arctangent::atan;
pub use arctangent::atan2;
pub use exponential::exp;
pub use exponential::exp2;
pub use exponential::exp10;
pub use hyperbolic::acosh;
pub use hyperbolic::asinh;
pub use hyperbolic::atanh;
pub use hyperbolic::cosh;
pub use hyperbolic::sinh;
pub use hyperbolic::tanh;
pub use logarithm::log;
pub use logarithm::log2;
pub use logarithm::log10;
pub use power::pow;
pub use power::powr;
pub use power::rsqrt;
pub use trigonometry::NEAR;
pub use trigonometry::cos;
pub use trigonometry::cos_near;
pub use trigonometry::cospi;
pub use trigonometry::sin;
pub use trigonometry::sin_near;
pub use trigonometry::sincos;
pub use trigonometry::sincos_near;
pub use trigonometry::sinpi;
pub use trigonometry::tan;
pub use trigonometry::tan_near;
pub use trigonometry::tanpi;

/// Adding this to a number below 2^51 leaves its nearest integer in the low bits of the sum.
const SHIFT: f64 = 6755399441055744.0; // 1.5 * 2^52

/// The nearest integer, ties to even, for `|x| <= 2^51`.
#[inline(always)]
fn nearest(x: f64) -> f64 {
    (x + SHIFT) - SHIFT
}

/// The low bits of the nearest integer, ties to even, as two's complement, for `|x| <= 2^51`.
#[inline(always)]
fn nearest_bits(x: f64) -> u64 {
    (x + SHIFT).to_bits()
}
