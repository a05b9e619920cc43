//! The elementary functions of `half` held as `f32`: the wide ones, rounded once.
//!
//! Functions whose result is exact in any format (`fmod`, `floor`, `frexp`, `fmax`, ...) have no twin here: the ones
//! of `float` give the same result. Must never do arithmetic of its own beyond rounding.

use super::fused;
use super::half::from_f64;
use super::half::round;
use super::representation;
use super::wide;

macro_rules! unary {
    ($($doc:literal $name:ident $wide:ident)*) => {$(
        #[doc = $doc]
        #[inline(always)]
        pub fn $name(x: f32) -> f32 {
            from_f64(wide::$wide(x as f64))
        }
    )*};
}

macro_rules! binary {
    ($($doc:literal $name:ident)*) => {$(
        #[doc = $doc]
        #[inline(always)]
        pub fn $name(x: f32, y: f32) -> f32 {
            from_f64(wide::$name(x as f64, y as f64))
        }
    )*};
}

// Every finite `half` is near zero in the sense of `wide::NEAR`.
unary! {
    "`e^x`." exp exp
    "`2^x`." exp2 exp2
    "`10^x`." exp10 exp10
    "Natural logarithm." log log
    "Logarithm to base 2." log2 log2
    "Logarithm to base 10." log10 log10
    "Sine." sin sin_near
    "Cosine." cos cos_near
    "Tangent." tan tan_near
    "`sin(pi x)`; zero with the sign of `x` at integers." sinpi sinpi
    "`cos(pi x)`; positive zero halfway between integers." cospi cospi
    "`tan(pi x)`; infinite halfway between integers." tanpi tanpi
    "Arc sine." asin asin
    "Arc cosine." acos acos
    "Arc tangent." atan atan
    "Hyperbolic sine." sinh sinh
    "Hyperbolic cosine." cosh cosh
    "Hyperbolic tangent." tanh tanh
    "Inverse hyperbolic sine." asinh asinh
    "Inverse hyperbolic cosine." acosh acosh
    "Inverse hyperbolic tangent." atanh atanh
    "`1 / sqrt(x)`, correctly rounded." rsqrt rsqrt
}

binary! {
    "The angle of the point (`y`, `x`): here the first argument is `y`, as everywhere." atan2
    "`x^y` with the special cases of C99." pow
    "`x^y` for `x >= 0`." powr
}

/// Sine and cosine.
#[inline(always)]
pub fn sincos(x: f32) -> (f32, f32) {
    let (sine, cosine) = wide::sincos_near(x as f64);
    (from_f64(sine), from_f64(cosine))
}

/// Square root, correctly rounded.
#[inline(always)]
pub fn sqrt(x: f32) -> f32 {
    from_f64((x as f64).sqrt())
}

/// `x * y + z`, rounded once.
#[inline(always)]
pub fn fma(x: f32, y: f32, z: f32) -> f32 {
    from_f64(fused::multiply_add_to_odd(x, y, z))
}

/// `x * 2^exponent`, rounded once.
#[inline(always)]
pub fn ldexp(x: f32, exponent: i32) -> f32 {
    from_f64(representation::scale(x, exponent))
}

/// `x - y` if `x > y`, else positive zero; NaN if either is NaN.
#[inline(always)]
pub fn fdim(x: f32, y: f32) -> f32 {
    round(representation::fdim(x, y))
}

/// The `half` after `x` in the direction of `y`; `y` if they are equal, NaN if either is NaN.
#[inline(always)]
pub fn nextafter(x: f32, y: f32) -> f32 {
    let bits = super::half::from_f32_bits(x.to_bits()) as u32;
    let magnitude = bits & 0x7fff;
    let grows = (y > x) == (x > 0.0);
    let stepped = if grows { bits.wrapping_add(1) } else { bits.wrapping_sub(1) };
    let from_zero = if y < x { 0x8001 } else { 0x0001 };
    let next = super::half::to_f32((if magnitude == 0 { from_zero } else { stepped }) as u16);
    let result = if x == y { y } else { next };
    super::canonicalize(if x.is_nan() | y.is_nan() { f32::NAN } else { result })
}

/// Whether `x` is finite, not zero and not subnormal as a `half`. (The other classifications are those of `float`.)
#[inline(always)]
pub fn is_normal(x: f32) -> bool {
    (x.abs() >= f32::from_bits(0x3880_0000)) & x.is_finite()
}
